import { nearlyFullFrom } from "../../contract/filter/severity.ts";
import type { Fact } from "../../contract/filter/value.ts";
import { formatPercent } from "../../kit/percent.ts";
import { dateText, day, minute } from "../../kit/time.ts";
import type { WatchedDeployment } from "../judging/watched.ts";
import { climbing } from "./condition.ts";
import { climb, climbTo, type Ladder } from "./ladder.ts";
import type { DeploymentRule } from "./rule.ts";
import { tuned } from "./tuned.ts";
import { advice, deployments } from "./words.ts";

/** The days that are left, as negative numbers: the fewer are left, the higher the rung. */
const usualDays: Ladder = {
  rungs: [
    [-90, "info"],
    [-60, "info"],
    [-30, "warning"],
    [-14, "warning"],
    [-7, "critical"],
    [-3, "critical"],
    [-1, "critical"],
    [0, "critical"],
    [1, "critical"],
  ],
  clearBelow: -90,
};

const times = { for: 0, keep: 0 };

/** Redis Software without a licence takes no changes of its configuration. */
export const licenseEnds: DeploymentRule = tuned("days", usualDays, (days) => ({
  holds: "the license",
  many: (count) => `The licenses of ${deployments(count)} end or have ended`,
  subject: "the license ",
  condition: climbing(days, times, {
    from: (figure) => `The license ends within ${figure}`,
    figure: (left) => `${-left} days`,
    over: (figure) => `when more than ${figure} are left`,
  }),
  advice: advice(
    "Ask Redis for a new license and install it. After the end, the cluster can't be changed: no new databases, no new shards.",
    "curl -k -u EMAIL https://CLUSTER:9443/v1/license",
  ),
  cause: "licence",
  isDated: true,
  timing: () => times,
  judge: ({ facts: { licenseDays } }, now) => {
    if (licenseDays == null) return climb(days, [licenseDays]);
    const end = (Math.floor(now / day) + licenseDays) * day;
    return { ...climbTo(days, licenseDays, end), value: endOf(licenseDays, now) };
  },
}));

/** A finding keeps what it saw until its next rung, so a number of days would soon be wrong. */
const endOf = (remaining: number, now: number): string =>
  remaining < 0 ? "expired" : `ends on ${dateText(now + remaining * day)}`;

const usualShards: Ladder = {
  rungs: [
    [nearlyFullFrom, "warning"],
    [100, "critical"],
  ],
  clearBelow: 85,
};

const shardTimes = { for: 5 * minute, keep: 5 * minute };

const shardRule = (
  kind: "RAM" | "flash",
  partOf: (deployment: WatchedDeployment) => Fact<number>,
): DeploymentRule =>
  tuned("percent", usualShards, (shards) => ({
    holds: `${kind} shards are nearly used up`,
    many: (count) => `${kind === "RAM" ? kind : "Flash"} shards are nearly used up in ${deployments(count)}`,
    condition: climbing(shards, shardTimes, {
      from: (figure) => `At least ${figure} of the license's ${kind} shards in use`,
      figure: (percent) => `${percent}%`,
      over: (figure) => `below ${figure}`,
    }),
    advice: advice("Free shards or extend the license. Above the limit, no shard can be added."),
    cause: "licence",
    waits: { usual: shardTimes.for },
    timing: () => shardTimes,
    judge: (deployment) => {
      const part = deployment.isSilent ? undefined : partOf(deployment);
      return {
        ...climb(shards, [part]),
        value: part == null ? null : `${formatPercent(part)} of its ${kind} shards`,
      };
    },
  }));

/** A trial states one limit for all shards, and so counts as RAM. */
export const ramShardsFull = shardRule("RAM", ({ facts }) =>
  facts.ramShards === null && facts.flashShards === null ? facts.shards : facts.ramShards,
);
export const flashShardsFull = shardRule("flash", ({ facts }) => facts.flashShards);
