import { trafficOf } from "./moment.ts";
import { accounts, cache } from "./processes.ts";
import type { Kind } from "./story.ts";

/** Databases at their limit. */
export const full: Kind[] = [
  {
    name: "cache that evicts",
    isGrowing: false,
    plot: (random) => ({
      processes: [
        cache(random, { traffic: trafficOf(random), workingSet: 1, fillsIn: random.between(1, 8) }),
      ],
      limit: { newest: random.between(1.05, 1.6) },
      policy: random.pick(["allkeys-lru", "allkeys-lfu", "volatile-lru", "allkeys-random"]),
    }),
  },
  {
    name: "store that refuses writes",
    isGrowing: true,
    plot: (random) => ({
      processes: [accounts(random, { traffic: trafficOf(random), begin: 0.5, perDay: () => 0.01 })],
      limit: { newest: random.between(1.02, 1.3) },
      policy: "noeviction",
    }),
  },
];
