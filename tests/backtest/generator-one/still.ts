import { type Family, partOf, throughDays } from "./shape.ts";

/** Families whose demand does not go on growing. */
export const still: Family[] = [
  {
    name: "sawtooth of hours",
    isGrowing: false,
    shape(random) {
      const [hours, depth, phase] = [random.between(2, 10), random.between(0.1, 0.6), random.share()];
      return {
        level: (time) => 1 - depth + depth * partOf((time * 24) / hours + phase),
        highest: random.between(0.45, 0.93),
      };
    },
  },
  {
    name: "sawtooth of days",
    isGrowing: false,
    shape(random) {
      const [days, depth, phase] = [random.between(2, 16), random.between(0.1, 0.6), random.share()];
      return {
        level: (time) => 1 - depth + depth * partOf(time / days + phase),
        highest: random.between(0.45, 0.93),
      };
    },
  },
  {
    name: "irregular flushes",
    isGrowing: false,
    shape(random) {
      const [mean, floor] = [random.between(10, 40), random.between(0.2, 1.5)];
      const flushes = [-91 - random.between(0, mean)];
      while ((flushes.at(-1) ?? 0) < 366)
        flushes.push((flushes.at(-1) ?? 0) + mean * random.between(0.4, 1.7));
      const lastBefore = (time: number) => flushes.findLast((flush) => flush <= time) ?? time;
      return {
        level: (time) => floor + (time - lastBefore(time)) / mean,
        highest: random.between(0.6, 0.97),
      };
    },
  },
  {
    name: "weekly wave",
    isGrowing: false,
    shape: (random) => ({
      level: () => 1,
      week: random.between(0.1, 0.45),
      highest: random.between(0.45, 0.95),
    }),
  },
  {
    name: "step at a deploy",
    isGrowing: false,
    shape(random) {
      const [ago, before] = [random.between(2, 85), random.between(0.35, 0.9)];
      return { level: (time) => (time < -ago ? before : 1), highest: random.between(0.5, 0.95) };
    },
  },
  {
    name: "two steps",
    isGrowing: false,
    shape(random) {
      const [second, first] = [random.between(3, 45), random.between(50, 85)];
      const [low, middle] = [random.between(0.3, 0.6), random.between(0.65, 0.9)];
      return {
        level: (time) => (time < -first ? low : time < -second ? middle : 1),
        highest: random.between(0.5, 0.95),
      };
    },
  },
  {
    name: "leak cured",
    isGrowing: false,
    shape(random) {
      const [cured, lasted, before] = [
        random.between(2, 50),
        random.between(6, 40),
        random.between(0.3, 0.7),
      ];
      const after = random.chance(0.3) ? before : 1;
      return {
        level: (time) =>
          time >= -cured ? after : before + (1 - before) * Math.max(0, 1 + (time + cured) / lasted),
        highest: random.between(0.5, 0.95),
      };
    },
  },
  {
    name: "restart with refill",
    isGrowing: false,
    shape(random) {
      const [ago, refill, left] = [
        random.logBetween(0.5, 60),
        random.logBetween(0.3, 5),
        random.between(0, 0.3),
      ];
      return {
        level: (time) => (time < -ago ? 1 : 1 - (1 - left) * Math.exp(-(time + ago) / refill)),
        highest: random.between(0.45, 0.95),
      };
    },
  },
  {
    name: "warm-up to a plateau",
    isGrowing: false,
    shape(random) {
      const [age, warmUp, before] = [random.between(6, 85), random.between(2, 15), random.between(0.1, 0.7)];
      const isNew = random.chance(0.4);
      return {
        level: (time) => (time < -age ? before : 1 - (1 - before) * Math.exp(-(time + age) / warmUp)),
        highest: random.between(0.5, 0.9),
        ...(isNew && { age }),
      };
    },
  },
  {
    name: "monthly batch",
    isGrowing: false,
    shape(random) {
      const [lasts, adds, phase] = [random.between(0.5, 3), random.between(0.15, 0.8), random.share()];
      return {
        level: (time) => 1 + (partOf(time / 30.4 + phase) * 30.4 < lasts ? adds : 0),
        highest: random.between(0.5, 0.95),
      };
    },
  },
  {
    name: "mean-reverting churn",
    isGrowing: false,
    shape(random) {
      const [days, deviation] = [random.between(2, 15), random.between(0.03, 0.12)];
      const kept = Math.exp(-1 / days);
      const fresh = deviation * Math.sqrt(1 - kept * kept);
      return {
        level: throughDays((before) => 1 + kept * (before - 1) + fresh * random.normal(), 1),
        highest: random.between(0.5, 0.95),
      };
    },
  },
  {
    name: "random walk",
    isGrowing: false,
    shape(random) {
      const deviation = random.between(0.003, 0.015);
      const begin = random.between(0.35, 0.8);
      // It turns back below a tenth of the limit, as a database with customers does.
      return {
        level: throughDays((before) => Math.abs(before - 0.1 + deviation * random.normal()) + 0.1, begin),
      };
    },
  },
  {
    name: "shrinking",
    isGrowing: false,
    shape(random) {
      const days = random.logBetween(60, 400);
      return { level: (time) => 0.1 + Math.exp(-time / days), highest: random.between(0.5, 0.95) };
    },
  },
  {
    name: "constant",
    isGrowing: false,
    shape: (random) => ({
      level: () => 1,
      highest: random.between(0.3, 0.96),
      noise: random.pick([0, 0.0005, 0.003]),
      week: 0,
      night: random.pick([0, 0.02]),
    }),
  },
];
