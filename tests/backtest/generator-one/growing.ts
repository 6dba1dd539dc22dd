import type { Random } from "../random.ts";
import type { Family, Shape } from "./shape.ts";

/** A level that is reached now may not be higher: the database would be at its limit. */
const mostNow = 0.965;

/** Growth by a line for all 90 days. @param days until the limit is reached */
function line(random: Random, days: number): Shape {
  // The line is above zero 90 days ago only from this level on.
  const least = 95 / (95 + days);
  const now = random.between(Math.min(mostNow, Math.max(0.4, least)), mostNow);
  return { level: (time) => now + ((1 - now) * time) / days };
}

/** Growth by a line since some days, from a level that was held before. @param days until the limit is reached */
function lineSince(random: Random, since: number, days: number): Shape {
  const begin = Math.min(random.between(0.15, 0.75), 1 - ((1 - mostNow) * (since + days)) / days);
  return {
    level: (time) => (time < -since ? begin : begin + ((1 - begin) * (time + since)) / (since + days)),
  };
}

/** Families whose demand goes on growing. */
export const growing: Family[] = [
  { name: "steady growth", isGrowing: true, shape: (random) => line(random, random.logBetween(4, 150)) },
  { name: "slow growth", isGrowing: true, shape: (random) => line(random, random.logBetween(90, 900)) },
  {
    name: "growth with noise",
    isGrowing: true,
    shape: (random) => ({
      ...line(random, random.logBetween(8, 120)),
      noise: random.between(0.01, 0.03),
    }),
  },
  {
    name: "growth with gaps",
    isGrowing: true,
    shape: (random) => ({ ...line(random, random.logBetween(5, 120)), missing: random.between(0.08, 0.3) }),
  },
  {
    name: "growth with a weekly wave",
    isGrowing: true,
    shape: (random) => ({ ...line(random, random.logBetween(8, 120)), week: random.between(0.06, 0.25) }),
  },
  {
    name: "leak since a deploy",
    isGrowing: true,
    shape: (random) => lineSince(random, random.logBetween(3, 30), random.logBetween(2, 60)),
  },
  {
    name: "growth after a flush",
    isGrowing: true,
    shape(random) {
      const since = random.between(20, 75);
      const { level } = lineSince(random, since, random.logBetween(4, 90));
      const [before, pace] = [random.between(0.5, 0.9), random.between(0, 0.006)];
      return {
        level: (time) => (time < -since ? Math.max(0.05, before + pace * (time + since)) : level(time)),
      };
    },
  },
  {
    name: "accelerating growth",
    isGrowing: true,
    shape(random) {
      const [now, doubles] = [random.between(0.5, 0.96), random.logBetween(25, 150)];
      return { level: (time) => now * 2 ** (time / doubles) };
    },
  },
  {
    name: "young database",
    isGrowing: true,
    shape(random) {
      const age = random.between(8, 50);
      const { level } = lineSince(random, age, random.logBetween(3, 90));
      return { level, age };
    },
  },
  {
    name: "limit raised",
    isGrowing: true,
    shape(random) {
      const raised = random.logBetween(6, 70);
      const { level } = line(random, random.logBetween(5, 120));
      // The former limit was reached some days before it was raised, or was just not reached.
      const former = level(-raised - random.between(-3, 30)) * random.pick([1, 1, 1.05]);
      const wasFuller = former >= 1;
      return { level, limitAt: (time) => (time < -raised && !wasFuller ? Math.max(0.02, former) : 1) };
    },
  },
  {
    name: "no limit",
    isGrowing: true,
    shape: (random) => ({ ...line(random, random.logBetween(5, 150)), limit: random.pick([null, 0]) }),
  },
];
