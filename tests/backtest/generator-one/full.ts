import type { Family } from "./shape.ts";

/** Families that are at their limit. */
export const full: Family[] = [
  {
    name: "saturated by eviction",
    isGrowing: false,
    shape(random) {
      const [wanted, since] = [random.between(1.08, 1.6), random.logBetween(4, 300)];
      return {
        level: (time) => (time < -since ? Math.max(0.3, wanted + 0.01 * (time + since)) : wanted),
        policy: random.pick(["allkeys-lru", "allkeys-lfu", "volatile-lru", "volatile-ttl"]),
        noise: 0.01,
        night: random.between(0, 0.06),
        week: 0,
      };
    },
  },
  {
    name: "full of noeviction",
    isGrowing: true,
    shape(random) {
      const [since, pace] = [random.logBetween(2, 60), random.logBetween(0.002, 0.03)];
      return {
        level: (time) => Math.max(0.05, 1.02 + pace * (time + since)),
        policy: "noeviction",
        noise: 0.003,
        night: random.between(0, 0.05),
        week: 0,
      };
    },
  },
];
