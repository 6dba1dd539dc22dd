import type { License } from "@shardwatch/core/contract/deployment";
import { day } from "@shardwatch/core/kit/time";
import { formatCount } from "../../../lib/count.ts";

/** Fewer days than these before it expires, a licence warns; a new one is not bought in a week. */
const soon = 30;
/** More days than these before it expires, nobody plans the renewal yet. */
const far = 365;

export type Expiry = "expired" | "soon" | "later" | "far";

const timeOf = (date: string | null) => (date === null ? Number.NaN : Date.parse(date));

/** How near its end a licence is; undefined when its date cannot be read. */
export function expiryOf(date: string | null, now: number): Expiry | undefined {
  const time = timeOf(date);
  if (Number.isNaN(time)) return undefined;
  if (time <= now) return "expired";
  if (time - now > far * day) return "far";
  return time - now < soon * day ? "soon" : "later";
}

/**
 * "expires in 13 days", "expired 3 days ago": in days up to a year, because that is how renewals are planned, and by
 * the calendar in UTC, as the date beside it is shown. Undefined when the date cannot be read.
 */
export function describeExpiry(date: string | null, now: number): string | undefined {
  const time = timeOf(date);
  if (Number.isNaN(time)) return undefined;
  if (expiryOf(date, now) === "far") return "valid for more than a year";
  const days = Math.floor(time / day) - Math.floor(now / day);
  const when = (soonest: string, next: string, many: string) =>
    days === 0 ? soonest : Math.abs(days) === 1 ? next : many;
  return time <= now
    ? `expired ${when("today", "yesterday", `${formatCount(-days)} days ago`)}`
    : `expires ${when("today", "tomorrow", `in ${formatCount(days)} days`)}`;
}

export interface ShardUse {
  name: string;
  inUse: number;
  /** 0 when the licence states none. */
  limit: number;
  /** In use of the limit, with one decimal; undefined without a limit. */
  percent: number | undefined;
}

function use(name: string, inUse: number, limit: number): ShardUse {
  return { name, inUse, limit, percent: limit > 0 ? Math.round((1000 * inUse) / limit) / 10 : undefined };
}

/**
 * The shards in use of what the licence allows. Redis Enterprise counts RAM and flash apart from version 7.2 on; a
 * licence with neither limit, as older ones and trials, is used up by all shards together.
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

/** From this share of a limit on it warns, percent. */
export const nearLimit = 90;
