import type { LiveFigureName } from "../contract/deployment/live.ts";
import { isActive } from "../contract/filter/severity.ts";
import { traitsOf } from "../contract/source/source.ts";
import type { Owned } from "../deployment/read/owned.ts";
import { slotLength } from "./slots.ts";

/** What is known of a deployment's values. */
export interface KnownValues {
  /** Whether there are values at all, of five minutes, an hour or a day. */
  hasSlot: boolean;
  /** Whether databases were read in them. */
  isRead: boolean;
  /** Whether some databases have the figure, so that only the total is not known. */
  isPartly: boolean;
  /** Whether there are values of figures other than memory. */
  hasDetails: boolean;
  /** Whether the newest values are of five minutes that run still. */
  isRunning?: boolean;
  now: number;
}

/** What is counted since a server was started. How often it happens follows from two readings. */
const counted: ReadonlySet<LiveFigureName> = new Set([
  "opsPerSecond",
  "hitRatio",
  "lookupsPerSecond",
  "evictedPerSecond",
  "expiredPerSecond",
]);

/** An agent sends the values of a slot with its first report after it. */
const sentWithin = 2 * slotLength;

/** What CloudWatch lacks of some caches only. */
const lacking: Partial<Record<LiveFigureName, string>> = {
  opsPerSecond: "CloudWatch counts all commands of serverless caches only.",
  hitRatio: "CloudWatch lacks it for a cache. It counts no misses of serverless caches.",
  lookupsPerSecond: "CloudWatch lacks it for a cache. It counts no misses of serverless caches.",
  clients: "CloudWatch has no value of one of the caches.",
  evictedPerSecond: "CloudWatch has no value of one of the caches.",
  keys: "CloudWatch has no value of one of the caches.",
};

/** Why a figure other than memory is not known of an AWS account. */
function whyNotRead(figure: LiveFigureName, { detailedHistory }: Owned, hasDetails: boolean): string {
  const reason = lacking[figure];
  if (reason === undefined) return "CloudWatch's figures that are read do not include it.";
  if (!detailedHistory)
    return "Only memory is collected. Turn on detailed history in Sources (CloudWatch charges apply).";
  return hasDetails ? reason : "The first values come with the next sync, within an hour.";
}

/** Why an agent's deployment has no five-minute values at all. */
function whyNone({ databases, status, statusSince }: Owned, now: number): string {
  if (databases.length === 0)
    return isActive(status) ? "It has no databases." : "Its agent could not read it yet.";
  // Older rows do not say since when, and are older than that.
  const since = statusSince === undefined ? 0 : Date.parse(statusSince);
  if (now - since < sentWithin) return "The first values come five minutes after the first report.";
  return "Its agent sends none: it is silent, or too old. Update the agent if it reports.";
}

/** Why a figure of a deployment is not known, as a sentence. */
export function whyUnknown(
  figure: LiveFigureName,
  owned: Owned,
  { hasSlot, isRead, isPartly, hasDetails, isRunning = false, now }: KnownValues,
): string {
  const { source, type, replicated } = owned;
  const { figures, label } = traitsOf(source);
  if (figures !== "all") {
    if (figure !== "memoryUsed")
      return figures === "optional"
        ? whyNotRead(figure, owned, hasDetails)
        : `${label}'s API reports memory only.`;
    return hasSlot ? "It could not be read." : "The first value comes with the next sync.";
  }
  if (!hasSlot) return whyNone(owned, now);
  if (!isRead) return "The databases could not be read in these five minutes.";
  if (isRunning && counted.has(figure)) return "It takes two reports: the first value comes in a minute.";
  if (isPartly) return "One of the databases did not report it.";
  if (type === "ENTERPRISE" && figure === "expiring") return "Redis Enterprise does not count them.";
  if (figure === "replicationLag" || figure === "replicationSilence") {
    if (type === "ENTERPRISE") return "Redis Enterprise does not report it.";
    if (replicated === "alone") return "No replicas.";
    if (replicated === "replica" && figure === "replicationLag") return "Only its primary knows it.";
    return "No replica is in touch with its primary.";
  }
  if (type === "CLUSTER") return "One of the primaries did not report it.";
  return "The server did not report it.";
}
