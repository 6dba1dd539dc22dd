import { trafficOf } from "./moment.ts";
import { batch, log, queue, sessions } from "./processes.ts";
import { fixed, type Kind, unreached } from "./story.ts";

/** Databases whose demand comes again each day, week or month, or after each clean-up. */
export const recurring: Kind[] = [
  {
    name: "expiring sessions",
    isGrowing: false,
    plot(random) {
      const traffic = trafficOf(random, { night: random.between(0.05, 0.5) });
      return {
        processes: [
          sessions(random, { traffic, hours: random.whole(1, 12) }),
          fixed(random.between(0.05, 1)),
        ],
        limit: unreached(random),
      };
    },
  },
  {
    name: "rotated log",
    isGrowing: false,
    plot(random) {
      const every = random.whole(2, 14);
      return {
        processes: [
          log(random, {
            traffic: trafficOf(random),
            perDay: 1 / every,
            nextCleanUp: () => every,
            leaves: random.between(0, 0.3),
          }),
          fixed(random.between(0.2, 2)),
        ],
        limit: unreached(random),
      };
    },
  },
  {
    name: "log trimmed by hand",
    isGrowing: false,
    plot(random) {
      const mean = random.between(8, 35);
      return {
        processes: [
          log(random, {
            traffic: trafficOf(random),
            perDay: 1 / mean,
            nextCleanUp: () => 3 + random.exponential(mean),
            leaves: random.between(0, 0.5),
          }),
          fixed(random.between(0.3, 3)),
        ],
        limit: { highest: random.between(0.7, 0.98) },
      };
    },
  },
  {
    name: "office hours",
    isGrowing: false,
    plot(random) {
      const traffic = trafficOf(random, { weekend: random.between(0.05, 0.5) });
      return {
        processes: [
          sessions(random, { traffic, hours: random.whole(10, 40) }),
          fixed(random.between(0.1, 1)),
        ],
        limit: unreached(random),
      };
    },
  },
  {
    name: "month-end close",
    isGrowing: false,
    plot(random) {
      const [first, hours] = [random.whole(27, 30), random.whole(6, 40)];
      return {
        processes: [
          batch(random, {
            runs: ({ dayOfMonth }) => dayOfMonth >= first || dayOfMonth === 1,
            size: random.between(0.15, 0.9),
            hours,
          }),
          sessions(random, { traffic: trafficOf(random), hours: 12, size: 0.4 }),
          fixed(0.6),
        ],
        limit: unreached(random),
      };
    },
  },
  {
    name: "nightly import",
    isGrowing: false,
    plot(random) {
      const [begins, hours] = [random.whole(0, 23), random.whole(1, 6)];
      return {
        processes: [
          batch(random, {
            runs: ({ hourOfDay }) => hourOfDay === begins,
            size: random.between(0.1, 0.6),
            hours,
            varies: random.between(0.02, 0.25),
          }),
          fixed(1),
        ],
        limit: unreached(random),
      };
    },
  },
  {
    name: "queue with a weak consumer",
    isGrowing: false,
    plot: (random) => ({
      processes: [
        queue(random, {
          traffic: trafficOf(random),
          perDay: random.between(0.2, 1),
          downEvery: random.between(3, 25),
        }),
        fixed(1),
      ],
      limit: unreached(random),
    }),
  },
];
