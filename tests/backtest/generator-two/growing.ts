import type { Random } from "../random.ts";
import { trafficOf, type Traffic } from "./moment.ts";
import { accounts, leak, sessions, tenants } from "./processes.ts";
import type { Kind, Plot } from "./story.ts";

/** Sign-ups that have gone on for all the time, at a pace that is steady over the weeks. */
const signups = (random: Random, traffic: Traffic, jitter?: number) =>
  accounts(random, {
    traffic,
    begin: random.between(0.1, 2),
    perDay: () => 0.01,
    ...(jitter !== undefined && { jitter }),
  });

const fillsWithin = (random: Random, least: number, most: number) => ({
  fillsWithin: random.logBetween(least, most),
});

const steady = (random: Random, traffic = trafficOf(random)): Plot => ({
  processes: [
    signups(random, traffic),
    sessions(random, { traffic, hours: random.whole(2, 24), size: random.between(0, 0.1) }),
  ],
  limit: fillsWithin(random, 5, 180),
});

/** Databases whose demand goes on growing. */
export const growing: Kind[] = [
  { name: "sign-ups", isGrowing: true, plot: (random) => steady(random) },
  {
    name: "slow archive",
    isGrowing: true,
    plot(random) {
      const perDay = random.between(0.0005, 0.004);
      return {
        processes: [accounts(random, { traffic: trafficOf(random), begin: 1, perDay: () => perDay })],
        limit: { newest: random.between(0.4, 0.9) },
      };
    },
  },
  {
    name: "sign-ups by campaigns",
    isGrowing: true,
    plot(random) {
      const traffic = trafficOf(random);
      return {
        processes: [
          signups(random, traffic, random.between(0.5, 2)),
          sessions(random, { traffic, hours: 8, size: random.between(0.02, 0.2) }),
        ],
        limit: fillsWithin(random, 6, 120),
      };
    },
  },
  {
    name: "sign-ups in office hours",
    isGrowing: true,
    plot(random) {
      const traffic = trafficOf(random, { weekend: random.between(0, 0.5) });
      return {
        processes: [
          signups(random, traffic),
          sessions(random, { traffic, hours: random.whole(6, 30), size: random.between(0.1, 0.5) }),
        ],
        limit: fillsWithin(random, 6, 120),
      };
    },
  },
  {
    name: "sign-ups, source at times down",
    isGrowing: true,
    plot: (random) => ({
      ...steady(random),
      outages: Array.from({ length: random.whole(2, 9) }, () => random.between(0.5, 4)),
    }),
  },
  {
    name: "forgotten expiry",
    isGrowing: true,
    plot(random) {
      const traffic = trafficOf(random);
      return {
        processes: [
          leak(random, { traffic, since: -random.logBetween(3, 30), perDay: random.logBetween(0.01, 0.15) }),
          sessions(random, { traffic, hours: random.whole(2, 24), size: random.between(0, 0.15) }),
          () => 1,
        ],
        limit: fillsWithin(random, 3, 70),
      };
    },
  },
  {
    name: "tenant moved away",
    isGrowing: true,
    plot(random) {
      const moved = -random.between(20, 75);
      const gone = random.between(0.3, 1.5);
      return {
        processes: [
          accounts(random, { traffic: trafficOf(random), begin: 0.3, perDay: () => 0.005 }),
          leak(random, { traffic: trafficOf(random), since: moved, perDay: random.logBetween(0.01, 0.08) }),
          ({ at }) => (at < moved ? gone : 0),
        ],
        limit: fillsWithin(random, 4, 90),
      };
    },
  },
  {
    name: "product that spreads",
    isGrowing: true,
    plot(random) {
      const daily = Math.LN2 / random.logBetween(25, 150);
      let users = 1;
      return {
        processes: [
          () => (users *= 1 + daily / 24),
          sessions(random, { traffic: trafficOf(random), hours: 6, size: 0.1 }),
        ],
        limit: fillsWithin(random, 5, 120),
      };
    },
  },
  {
    name: "first weeks",
    isGrowing: true,
    plot(random) {
      const age = random.between(8, 45);
      const traffic = trafficOf(random);
      return {
        processes: [
          leak(random, { traffic, since: -age, perDay: 0.02 }),
          sessions(random, { traffic, hours: 12, size: random.between(0, 0.03) }),
          () => 0.05,
        ],
        limit: fillsWithin(random, 3, 90),
        age,
      };
    },
  },
  {
    name: "larger node",
    isGrowing: true,
    plot: (random) => ({
      ...steady(random),
      limit: fillsWithin(random, 8, 120),
      resized: { ago: random.logBetween(6, 70), share: random.between(0.9, 1.08) },
    }),
  },
  {
    name: "runaway producer",
    isGrowing: true,
    plot(random) {
      const traffic = trafficOf(random, { night: random.between(0.5, 1), weekend: 1 });
      return {
        processes: [
          leak(random, { traffic, since: -random.between(2.2, 7), perDay: random.logBetween(0.03, 0.4) }),
          () => 1,
        ],
        limit: fillsWithin(random, 1.5, 12),
      };
    },
  },
  {
    name: "tenants arriving",
    isGrowing: true,
    plot: (random) => ({
      processes: [
        tenants(random, { begin: random.between(0.1, 1), perDay: random.between(4, 12), size: 0.002 }),
        sessions(random, { traffic: trafficOf(random), hours: 12, size: 0.03 }),
      ],
      limit: fillsWithin(random, 8, 150),
    }),
  },
  {
    name: "unlimited",
    isGrowing: true,
    plot: (random) => ({ ...steady(random), unlimited: random.pick([null, 0]) }),
  },
];
