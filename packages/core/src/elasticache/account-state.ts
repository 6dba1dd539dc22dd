import { day, hour, minute } from "../kit/time.ts";
import type { AwsAnswer, AwsFailure, Cache, ReservedMemory } from "../ports/elasticache.ts";
import { usualReserve } from "./map.ts";

/** What is remembered of a region between two readings. Times are Unix epochs in milliseconds. */
export interface RegionState {
  /** When its caches were last read with success; absent for never. */
  readAt?: number;
  triedAt: number;
  caches: number;
  cluster: boolean;
  failed?: AwsFailure["outcome"];
}

export interface AccountState {
  /** Those that are enabled for the account, and when that was asked. */
  enabled: string[];
  enabledAt: number;
  regions: Record<string, RegionState>;
  /** When memory was last asked for, of all caches. */
  memoryAt: number;
  /** What parameter groups keep back, by region and name; bytes as a decimal. */
  reserved: Record<string, { percent: number } | { bytes: string }>;
  reservedAt: number;
}

/** What AWS enables by itself: https://docs.aws.amazon.com/accounts/latest/reference/manage-acct-regions.html */
export const defaultRegions = [
  "ap-northeast-1",
  "ap-northeast-2",
  "ap-northeast-3",
  "ap-south-1",
  "ap-southeast-1",
  "ap-southeast-2",
  "ca-central-1",
  "eu-central-1",
  "eu-north-1",
  "eu-west-1",
  "eu-west-2",
  "eu-west-3",
  "sa-east-1",
  "us-east-1",
  "us-east-2",
  "us-west-1",
  "us-west-2",
];

export const initialState: AccountState = {
  enabled: defaultRegions,
  enabledAt: 0,
  regions: {},
  memoryAt: 0,
  reserved: {},
  reservedAt: 0,
};

export const readAccountState = (text: string | undefined): AccountState =>
  text === undefined ? initialState : (JSON.parse(text) as AccountState);

export const enabledFor = day;
export const reservedFor = 6 * hour;

const tick = 5 * minute;
/** Of the regions without caches, one in so many is read at each tick: all of them in an hour. */
const share = 12;

/**
 * Which regions to read now. At first all of them; then those that hold caches or could not be read, and a share of the
 * others. Every call is a line in the customer's CloudTrail, so that empty regions are not read all the time.
 */
export function regionsToRead({ enabled, regions }: AccountState, now: number): string[] {
  const turn = Math.floor(now / tick) % share;
  const held = Object.keys(regions).filter((region) => (regions[region]?.caches ?? 0) > 0);
  return [...new Set([...enabled, ...held])].toSorted().filter((region, index) => {
    const known = regions[region];
    if (!known || known.caches > 0 || now - known.triedAt >= hour - tick) return true;
    return index % share === turn || (known.failed !== undefined && known.failed !== "denied");
  });
}

/** What is known of a region after it was read, or was not. */
export function after(before: RegionState | undefined, answer: AwsAnswer<Cache[]>, now: number): RegionState {
  if (answer.outcome === "ok") {
    const { value } = answer;
    return {
      readAt: now,
      triedAt: now,
      caches: value.length,
      cluster: value.some((cache) => cache.clusterMode),
    };
  }
  const { readAt, caches = 0, cluster = false } = before ?? {};
  return { ...(readAt !== undefined && { readAt }), triedAt: now, caches, cluster, failed: answer.outcome };
}

/** Whether a failed region is worth telling: one that was never let in is one that the account does not use. */
export const isMissed = ({ failed, caches }: RegionState): boolean =>
  failed !== undefined && (failed !== "denied" || caches > 0);

export const keyOfGroup = (region: string, group: string): string => `${region}/${group}`;

export const packReserved = (reserved: ReservedMemory): AccountState["reserved"][string] =>
  "percent" in reserved ? reserved : { bytes: reserved.bytes.toString() };

/** What a cache's parameter group keeps back, as far as it is known. */
export function reservedOf({ reserved }: AccountState, region: string, group: string | null): ReservedMemory {
  const packed = group === null ? undefined : reserved[keyOfGroup(region, group)];
  if (!packed) return usualReserve;
  return "percent" in packed ? packed : { bytes: BigInt(packed.bytes) };
}
