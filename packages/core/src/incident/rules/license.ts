import type { Fact } from "../../contract/filter/value.ts";
import { day, minute } from "../../kit/time.ts";
import type { WatchedDeployment } from "../watched.ts";
import { climb, type Ladder } from "./ladder.ts";
import type { DeploymentRule } from "./rule.ts";

/** The days that are left, as negative numbers: the fewer are left, the higher the rung. */
const days: Ladder = {
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

/** Redis Software without a licence takes no changes of its configuration. */
export const licenseEnds: DeploymentRule = {
  id: "license-ends",
  timing: () => ({ for: 0, keep: 0 }),
  judge: ({ facts: { licenseDays } }, now) => {
    const left = licenseDays == null ? licenseDays : -licenseDays;
    return { ...climb(days, [left]), value: licenseDays == null ? null : endOf(licenseDays, now) };
  },
};

/** A finding keeps what it saw until its next rung, so a number of days would soon be wrong. */
const endOf = (left: number, now: number): string =>
  left < 0 ? "expired" : `ends on ${new Date(now + left * day).toISOString().slice(0, 10)}`;

const shards: Ladder = {
  rungs: [
    [90, "warning"],
    [100, "critical"],
  ],
  clearBelow: 85,
};

const shardRule = (
  id: "shards-full-ram" | "shards-full-flash",
  kind: string,
  partOf: (deployment: WatchedDeployment) => Fact<number>,
): DeploymentRule => ({
  id,
  timing: () => ({ for: 5 * minute, keep: 5 * minute }),
  judge: (deployment) => {
    const part = deployment.isSilent ? undefined : partOf(deployment);
    return { ...climb(shards, [part]), value: part == null ? null : `${part} % of its ${kind} shards` };
  },
});

/** A trial states one limit for all shards, and so counts as RAM. */
export const ramShardsFull = shardRule("shards-full-ram", "RAM", ({ facts }) =>
  facts.ramShards === null && facts.flashShards === null ? facts.shards : facts.ramShards,
);
export const flashShardsFull = shardRule("shards-full-flash", "flash", ({ facts }) => facts.flashShards);
