/*
 * What happens when the memory of a database reaches its limit. The list, the incident rule and the outlook ask here, so
 * that they never contradict each other. No schema library, because lists need none.
 */
import { dateText } from "../../kit/time.ts";
import { atLimit } from "./runway.ts";

/**
 * What a full database does, by its eviction policy and by the share of its keys that have an expiry.
 * https://redis.io/docs/latest/develop/reference/eviction/
 */
export type Consequence =
  /** Writes fail. */
  | "fails"
  /** Any key is evicted. */
  | "evicts"
  /** Keys with an expiry are evicted, and nearly all keys have one. */
  | "evictsExpiring"
  /** Keys with an expiry are evicted, and then writes fail. */
  | "evictsSome"
  /** Writes fail, because hardly any key has an expiry. */
  | "failsFew"
  /** The policy is not known. */
  | "unknown";

type Policy = string | null | undefined;

/** Percent of the keys that have an expiry. Null: not known. */
type Share = number | null | undefined;

/** From this percentage of keys with an expiry on, a volatile policy can evict nearly any key. */
export const nearlyAllKeys = 90;
/** Below this percentage it can hardly evict any. */
export const hardlyAnyKey = 10;

/** An unknown share counts as one between the two borders. */
export function consequenceOf(policy: Policy, share: Share): Consequence {
  if (policy === "noeviction") return "fails";
  if (policy?.startsWith("allkeys-")) return "evicts";
  if (!policy?.startsWith("volatile-")) return "unknown";
  if (share == null) return "evictsSome";
  if (share >= nearlyAllKeys) return "evictsExpiring";
  return share < hardlyAnyKey ? "failsFew" : "evictsSome";
}

/** Whether a database is full on purpose: a cache, and not a store. */
export const evictsByDesign = (consequence: Consequence): boolean =>
  consequence === "evicts" || consequence === "evictsExpiring";

/** From these parts of its limit on, a database that Active-Active replicates evicts, or refuses writes. */
const activeActive = { evicts: 0.8, fails: 0.95 };

/** The first release whose Active-Active databases refuse writes below their limit. */
const refusesSince = [8, 4] as const;

interface Replicated {
  /** Null or absent: not known. It then counts as not replicated by Active-Active. */
  activeActive?: boolean | null | undefined;
  policy: Policy;
  /** Such as "8.4.0". Null or absent: not known. It then counts as new. */
  version?: string | null | undefined;
}

/**
 * The part of its limit at which a database is full: 1, or less with Active-Active.
 * https://redis.io/docs/latest/operate/rs/databases/memory-performance/eviction-policy/
 */
export function fullAtOf({ activeActive: isReplicated, policy, version }: Replicated): number {
  const consequence = consequenceOf(policy, null);
  if (!isReplicated || consequence === "unknown") return 1;
  if (consequence !== "fails") return activeActive.evicts;
  return refusesEarly(version) ? activeActive.fails : 1;
}

function refusesEarly(version: string | null | undefined): boolean {
  const [major, minor] =
    /^(\d+)\.(\d+)/
      .exec(version ?? "")
      ?.slice(1)
      .map(Number) ?? [];
  if (major === undefined || minor === undefined) return true;
  return major > refusesSince[0] || (major === refusesSince[0] && minor >= refusesSince[1]);
}

/** A database at its limit. What is null or absent is not known. */
export interface AtLimit {
  consequence: Consequence;
  /** Percent of the keys that have an expiry. */
  share?: Share;
  /** Keys evicted a second. Not known counts as none. */
  evicted?: number | null | undefined;
  /** Percent of the limit that is used. */
  percent?: number | null | undefined;
  /** The part of the limit at which it is full; 1 when absent. */
  fullAt?: number | undefined;
  /** It has more than one shard, and each is full at its own limit. */
  isSharded?: boolean | undefined;
  /** When it reached its limit, Unix epoch in milliseconds. */
  since?: number | null | undefined;
  /** Percent. */
  hitRatio?: number | null | undefined;
  /** Percent, 28 days ago. */
  hitRatioBefore?: number | null | undefined;
}

/** A hit ratio that falls by so many points in 28 days says that a cache is too small. */
const mostFall = 5;

/** How bad it is that a database is at its limit. A cache that evicts by design is never critical. */
export function levelAtLimit(at: AtLimit): "ok" | "warning" | "critical" {
  if (failsNow(at)) return "critical";
  if (at.consequence === "evictsExpiring") return "ok";
  if (at.consequence !== "evicts") return "warning";
  if (at.hitRatio == null || at.hitRatioBefore == null) return "ok";
  return at.hitRatioBefore - at.hitRatio >= mostFall ? "warning" : "ok";
}

/**
 * How urgent a full store is for lists and for the incident rule. Undefined: a cache that evicts by design, which is full
 * on purpose. Where the policy is not known, writes may fail, so it is as urgent as without eviction.
 */
export function urgencyWhenFull(
  policy: Policy,
  share: Share,
  evicted?: number | null,
): "warning" | "critical" | undefined {
  const consequence = consequenceOf(policy, share);
  if (evictsByDesign(consequence)) return undefined;
  if (consequence === "unknown") return "critical";
  return failsNow({ consequence, evicted }) ? "critical" : "warning";
}

/** Where hardly any key can be evicted, writes fail unless some are. */
function failsNow({ consequence, evicted, percent, fullAt }: AtLimit): boolean {
  if (consequence !== "failsFew") return consequence === "fails";
  if ((evicted ?? 0) > 0) return false;
  // With Active-Active an evicting policy begins below the limit. Writes fail later.
  return fullAt !== activeActive.evicts || percent == null || percent >= 100 * atLimit * activeActive.fails;
}

/** What follows "reaches its limit …, then". */
export function beforeLimitText(consequence: Consequence, share: Share): string {
  const texts: Record<Consequence, string> = {
    fails: "writes will fail",
    evicts: "keys will be evicted",
    evictsExpiring: "keys with an expiry will be evicted",
    evictsSome: `keys with an expiry${share == null ? "" : ` (${shareText(share)} of the keys)`} will be evicted, then writes fail`,
    failsFew: `writes will fail: ${shareText(share ?? 0)} of its keys have an expiry`,
    unknown: "its limit is reached",
  };
  return texts[consequence];
}

/** What happens at the limit now: "Full: writes fail", "At its limit, evicts 40 keys a second". */
export function atLimitText(at: AtLimit): string {
  const { consequence, share, percent, fullAt = 1 } = at;
  if (percent != null && percent < 100 * atLimit * fullAt) return belowText(percent, at.isSharded);
  if (fullAt < 1) return replicatedText(at, fullAt);
  if (failsNow(at)) return "Full: writes fail";
  if (consequence === "unknown") return "Full";
  return evictsByDesign(consequence) ? cacheText(at) : `At its limit: ${onlyText(share)}`;
}

/** It evicts below its limit, so the limit of a shard is reached. */
const belowText = (percent: number, isSharded: boolean | undefined) =>
  `Evicts at ${whole(percent)} of its limit${isSharded ? ": a shard is full" : ""}`;

function replicatedText(at: AtLimit, fullAt: number): string {
  const where = at.percent == null ? "its limit" : `${whole(at.percent)} of its limit`;
  const from = whole(100 * fullAt);
  if (at.consequence === "fails") return `At ${where}: Active-Active refuses writes from ${from}`;
  if (failsNow(at)) return "Full: writes fail";
  if ((at.evicted ?? 0) > 0) return `Evicts at ${where}: Active-Active begins at ${from}`;
  if (evictsByDesign(at.consequence)) return `At ${where}: Active-Active evicts from ${from}`;
  return `At ${where}: ${onlyText(at.share)}`;
}

const onlyText = (share: Share) =>
  `only ${share == null ? "keys with an expiry" : `${shareText(share)} of its keys`} can be evicted`;

function cacheText({ since, evicted, hitRatio, hitRatioBefore }: AtLimit): string {
  const words = since == null ? "At its limit" : `At its limit since ${dateText(since)}`;
  if (evicted == null || evicted === 0) return words;
  const before = hitRatioBefore == null ? "" : `, ${whole(hitRatioBefore)} a month ago`;
  const hits = hitRatio == null ? "" : `; hit ratio ${whole(hitRatio)}${before}`;
  return `${words}, evicts ${rateText(evicted)}${hits}`;
}

function rateText(evicted: number): string {
  if (evicted < 1) return "less than 1 key a second";
  const count = Math.round(evicted);
  return count === 1 ? "1 key a second" : `${count.toLocaleString("en")} keys a second`;
}

const whole = (percent: number) => `${Math.round(percent)}%`;

/** Rounded down, so that no share is shown beyond the border below which it counts. */
const shareText = (share: number) => (share > 0 && share < 1 ? "less than 1%" : `${Math.floor(share)}%`);
