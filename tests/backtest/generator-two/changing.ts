import { trafficOf } from "./moment.ts";
import { accounts, cache, leak, sessions, wandering } from "./processes.ts";
import { fixed, type Kind, unreached } from "./story.ts";

/** Databases whose demand has changed, or wanders, and does not go on growing. */
export const changing: Kind[] = [
  {
    name: "feature shipped",
    isGrowing: false,
    plot(random) {
      const [ago, adds] = [random.between(2, 85), random.between(0.2, 1)];
      return {
        processes: [
          sessions(random, { traffic: trafficOf(random), hours: 24, size: 0.3 }),
          ({ at }) => (at < -ago ? 1 : 1 + adds),
        ],
        limit: unreached(random),
      };
    },
  },
  {
    name: "two releases",
    isGrowing: false,
    plot(random) {
      const [first, second] = [random.between(45, 85), random.between(4, 40)];
      const [one, two] = [random.between(0.1, 0.5), random.between(0.1, 0.5)];
      return {
        processes: [
          cache(random, { traffic: trafficOf(random), workingSet: 0.5, fillsIn: 1 }),
          ({ at }) => 1 + (at < -first ? 0 : one) + (at < -second ? 0 : two),
        ],
        limit: unreached(random),
      };
    },
  },
  {
    name: "leak fixed",
    isGrowing: false,
    plot(random) {
      const [until, lasted] = [random.between(2, 45), random.between(5, 40)];
      const traffic = trafficOf(random);
      return {
        processes: [
          leak(random, {
            traffic,
            since: -until - lasted,
            until: -until,
            perDay: random.between(0.3, 1.5) / lasted,
            keeps: random.pick([0, 0.9, 1]),
          }),
          fixed(1),
        ],
        limit: unreached(random),
      };
    },
  },
  {
    name: "crash and reload",
    isGrowing: false,
    plot(random) {
      const restarts = Array.from({ length: random.whole(1, 3) }, () => -random.logBetween(0.5, 80));
      return {
        processes: [
          cache(random, {
            traffic: trafficOf(random),
            workingSet: 1,
            fillsIn: random.logBetween(0.1, 4),
            restarts,
          }),
        ],
        limit: unreached(random),
      };
    },
  },
  {
    name: "new cache",
    isGrowing: false,
    plot(random) {
      const age = random.between(6, 80);
      const filling = {
        traffic: trafficOf(random),
        workingSet: 1,
        fillsIn: random.between(1, 12),
        since: -age,
      };
      const isAlone = random.chance(0.5);
      return {
        processes: [cache(random, filling), fixed(isAlone ? 0 : random.between(0.2, 1.5))],
        limit: { highest: random.between(0.5, 0.92) },
        ...(isAlone && { age }),
      };
    },
  },
  {
    name: "changing interests",
    isGrowing: false,
    plot: (random) => ({
      processes: [
        wandering(random, {
          begin: 1,
          daily: random.between(0.01, 0.05),
          returns: random.between(0.08, 0.4),
        }),
      ],
      limit: unreached(random),
    }),
  },
  {
    name: "drifting store",
    isGrowing: false,
    plot: (random) => ({
      processes: [wandering(random, { begin: 1, daily: random.between(0.004, 0.02) })],
      limit: { newest: random.between(0.4, 0.85) },
    }),
  },
  {
    name: "customers leaving",
    isGrowing: false,
    plot(random) {
      const traffic = trafficOf(random);
      const leaving = random.logBetween(0.002, 0.02);
      return {
        processes: [
          accounts(random, { traffic, begin: 1, perDay: () => 0, leaving }),
          fixed(random.between(0.1, 1)),
        ],
        limit: unreached(random),
      };
    },
  },
  {
    name: "reference data",
    isGrowing: false,
    plot: (random) => ({ processes: [fixed(1)], limit: { highest: random.between(0.3, 0.96) } }),
  },
];
