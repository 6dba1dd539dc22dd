import type { License } from "@shardwatch/core/contract/deployment/deployment";
import { day, relativeTime } from "@shardwatch/core/kit/time";
import { useOverTime } from "../../../../lib/time/ticker.ts";
import { formatCount } from "../../../../lib/words/count.ts";

/** A licence warns from this many days before it expires on. Buying one takes longer than a week. */
const soon = 30;
/** A renewal is not planned earlier than this many days before the expiry. */
const far = 365;

export type Expiry = "expired" | "soon" | "later" | "far";

const timeOf = (date: string | null) => (date === null ? Number.NaN : Date.parse(date));

/** The severity of the expiry; undefined when its date cannot be parsed. */
export function expiryOf(date: string | null, now: number): Expiry | undefined {
  const time = timeOf(date);
  if (Number.isNaN(time)) return undefined;
  if (time <= now) return "expired";
  if (time - now > far * day) return "far";
  return time - now < soon * day ? "soon" : "later";
}

/**
 * "expires in 13 days", "expired 3 days ago". It counts the days that are left up to a year, because renewals are
 * planned in days, and those that have passed up to 30. Days are calendar days in UTC, like the date beside it. Undefined when the date cannot be parsed.
 */
export function describeExpiry(date: string | null, now: number): string | undefined {
  const time = timeOf(date);
  if (Number.isNaN(time)) return undefined;
  if (expiryOf(date, now) === "far") return "valid for more than a year";
  const days = Math.floor(time / day) - Math.floor(now / day);
  const when = (soonest: string, next: string, many: string) =>
    days === 0 ? soonest : Math.abs(days) === 1 ? next : many;
  return time <= now
    ? `expired ${when("today", "yesterday", -days > soon ? (relativeTime(time, now) ?? "") : `${-days} days ago`)}`
    : `expires ${when("today", "tomorrow", `in ${formatCount(days)} days`)}`;
}

export interface ShardUse {
  name: string;
  inUse: number;
  /** 0 when the licence states no limit. */
  limit: number;
  /** The percentage in use, with one decimal; undefined without a limit. */
  percent: number | undefined;
}

function use(name: string, inUse: number, limit: number): ShardUse {
  return { name, inUse, limit, percent: limit > 0 ? Math.round((1000 * inUse) / limit) / 10 : undefined };
}

/**
 * The shards in use and the licence's limits. Redis Enterprise counts RAM and flash apart since version 7.2.
 * Older licences and trials state neither limit: then all shards count together.
 */
export function shardUses(license: License): ShardUse[] {
  const { ramShardsInUse, ramShardsLimit, flashShardsInUse, flashShardsLimit, shardsLimit } = license;
  const apart = [
    use("RAM shards", ramShardsInUse, ramShardsLimit),
    use("Flash shards", flashShardsInUse, flashShardsLimit),
  ];
  if (ramShardsLimit > 0 || flashShardsLimit > 0 || shardsLimit === 0) return apart;
  return [...apart, use("All shards", ramShardsInUse + flashShardsInUse, shardsLimit)];
}

const tones: Record<Expiry, string> = { expired: "text-bad", soon: "text-warn", later: "", far: "" };

/** How long a licence or a certificate is valid, as of now. Undefined when its date cannot be parsed. */
export function useExpiry(date: string | null) {
  const expiry = useOverTime((now) => expiryOf(date, now));
  const text = useOverTime((now) => describeExpiry(date, now));
  return expiry && text ? { expiry, text, tone: tones[expiry] } : undefined;
}
