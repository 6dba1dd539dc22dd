import { evictsAnyKey, fullFrom, nearlyFullFrom } from "../../contract/filter/severity.ts";
import { urgencyWhenFull } from "../../contract/outlook/limit.ts";
import { formatPercent } from "../../kit/percent.ts";
import { day, minute } from "../../kit/time.ts";
import { traitsOf } from "../../contract/source/source.ts";
import { isMeasured, type WatchedDatabase, type WatchedDeployment } from "../judging/watched.ts";
import { climbing, lasting } from "./condition.ts";
import { climb, firstRungs, type Ladder, upTo, worse } from "./ladder.ts";
import { type DeploymentRule, failing, unclear, well } from "./rule.ts";
import { tuned } from "./tuned.ts";
import { advice, deployments } from "./words.ts";

const usualLadder: Ladder = {
  rungs: [
    [nearlyFullFrom, "warning"],
    [fullFrom, "critical"],
  ],
  clearBelow: 85,
};

const times = { for: 3 * minute, keep: 5 * minute };

/** A cache that evicts by design is full on purpose, so only the other databases count. */
const storesOf = (databases: readonly WatchedDatabase[], urgency: "warning" | "critical") =>
  databases.filter(({ policy, share, evicted }) => urgencyWhenFull(policy, share, evicted) === urgency);

/** The database that needs most of its limit. */
const fullest = (databases: readonly WatchedDatabase[]) =>
  databases.reduce<WatchedDatabase | undefined>(
    (most, each) => ((each.utilization ?? -1) > (most?.utilization ?? -1) ? each : most),
    undefined,
  );

const judgeStores = (ladder: Ladder, stores: readonly WatchedDatabase[]) => ({
  ...climb(
    ladder,
    stores.map(({ utilization }) => utilization),
  ),
  most: fullest(stores),
});

/** A store that reaches its limit refuses writes. One that evicts keys with an expiry does so later, or never. */
export const memoryFull: DeploymentRule = tuned("percent", usualLadder, (ladder) => ({
  holds: "memory is nearly full",
  many: (count) => `Memory is nearly full in ${deployments(count)}`,
  condition: climbing(ladder, times, {
    from: (figure) => `Memory of a database that doesn't evict any key at or above ${figure} of its limit`,
    figure: (percent) => `${percent}%`,
    except: "a warning at most where keys with an expiry are evicted",
    over: (figure) => `below ${figure}`,
  }),
  subject: "memory at ",
  chart: { metric: "utilization", thresholds: firstRungs(ladder) },
  advice: advice(
    "When it's full, writes fail. Raise the limit, delete keys, or set an eviction policy if losing keys is acceptable.",
    "redis-cli -h HOST -p PORT --bigkeys",
  ),
  waits: { usual: times.for },
  timing: () => times,
  judge: (deployment) => {
    if (!isMeasured(deployment)) return unclear;
    const { databases } = deployment;
    const { most, ...judged } = worse(
      judgeStores(ladder, storesOf(databases, "critical")),
      judgeStores(upTo("warning", ladder), storesOf(databases, "warning")),
    );
    if (!judged.when || !most) return judged;
    const value = `${formatPercent(most.utilization ?? 0)} of its limit`;
    if (databases.length === 1) return { ...judged, value };
    return { ...judged, value: `${value} in ${most.name}`, database: most.id };
  },
}));

/** In how many reports in a row keys are evicted. */
const reports = 3;
const endings = { keep: day, usualAfter: day };
const evictedFor = ({ kind }: WatchedDeployment) => (reports - 1) * traitsOf(kind).interval * minute;

/**
 * A store that begins to lose keys. A source that reports every five minutes needs as many reports as an agent. What
 * evicts for a day, or has done so from the first day, is a cache that evicts.
 */
export const evictionsBegin: DeploymentRule = {
  holds: "evictions have begun",
  many: (count) => `Evictions have begun in ${deployments(count)}`,
  condition: {
    text: `Keys evicted in ${reports} reports in a row; info where the policy evicts any key; over after ${lasting(endings.keep)} without; after ${lasting(endings.usualAfter)} of evictions it counts as usual`,
    severities: ["warning", "info"],
  },
  chart: { metric: "evictions", thresholds: new Map() },
  advice: advice(
    "It loses keys to stay below its limit. Raise the limit if it isn't meant to be a cache.",
    "redis-cli -h HOST -p PORT INFO stats | grep evicted_keys",
  ),
  waits: { usual: (reports - 1) * minute, least: evictedFor },
  timing: (deployment) => ({ for: evictedFor(deployment), ...endings }),
  judge: (deployment) => {
    const { evicting, policy } = deployment.facts;
    if (!isMeasured(deployment) || evicting == null) return unclear;
    if (evicting === "no") return well;
    const severity = evictsAnyKey(policy) ? "info" : "warning";
    return failing(severity, `evicts by ${policy ?? "an unknown policy"}`);
  },
};
