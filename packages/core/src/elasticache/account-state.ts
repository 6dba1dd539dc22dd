import { day, hour, minute } from "../kit/time.ts";
import type { AwsAnswer, AwsFailure, GroupParameters, RegionCaches } from "../ports/elasticache.ts";
import { type DetailsState, metricsOf } from "./details.ts";
import { type CacheGroup, usualReserve } from "./map.ts";

/** The stored state of a region between two readings. Times are Unix epochs in milliseconds. */
export interface RegionState {
  /** When its caches were last read with success; absent for never. */
  readAt?: number;
  triedAt: number;
  caches: number;
  cluster: boolean;
  /** How many metrics detailed history takes there at each reading. Absent in older states. */
  metrics?: number;
  failed?: AwsFailure["outcome"];
}

export interface AccountState {
  /** The regions that are enabled for the account, and when AWS was last asked for them. */
  enabled: string[];
  enabledAt: number;
  regions: Record<string, RegionState>;
  /** When the memory of all caches was last read. */
  memoryAt: number;
  /**
   * Memory that parameter groups reserve, by region and name. Bytes are decimal strings. The policy is absent in older
   * states, and null when a group does not set it.
   */
  reserved: Record<string, ({ percent: number } | { bytes: string }) & { policy?: string | null }>;
  reservedAt: number;
  /** When detailed history was last read. Absent before, and while it is off. */
  details?: DetailsState;
}

/**
 * The regions that AWS enables by default:
 * https://docs.aws.amazon.com/accounts/latest/reference/manage-acct-regions.html
 */
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
/** Each tick reads one twelfth of the regions without caches. So all of them are read within an hour. */
const share = 12;

/**
 * The regions to read now. The first reading takes all. Later readings take the regions that hold caches or
 * failed, and a share of the others. Every call is a line in the customer's CloudTrail, so empty regions are
 * not read at every tick.
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

/** How many metrics detailed history takes at each reading. Null until all regions with caches have been counted. */
export function metricsInState({ regions }: AccountState): number | null {
  let sum = 0;
  for (const { caches, metrics = caches === 0 ? 0 : null } of Object.values(regions)) {
    if (metrics === null) return null;
    sum += metrics;
  }
  return sum;
}

/** The stored state of an account, after which the next reading takes every region. */
export function allDue(text: string): string {
  const state = readAccountState(text);
  const regions = Object.entries(state.regions).map(([name, region]) => [name, { ...region, triedAt: 0 }]);
  const { details, ...others } = state;
  return JSON.stringify({
    ...others,
    memoryAt: 0,
    regions: Object.fromEntries(regions),
    // Details cost five times as much as memory. They are read again only where nothing came the last time.
    ...(details?.failed.length === 0 && { details }),
  });
}

/**
 * The state of a region after a reading, successful or not.
 * @param kept how many caches are known from before that the reading could not list
 */
export function after(
  before: RegionState | undefined,
  answer: AwsAnswer<RegionCaches>,
  now: number,
  kept = 0,
): RegionState {
  if (answer.outcome === "ok") {
    const { caches } = answer.value;
    const keptCluster = kept > 0 && before?.cluster === true;
    return {
      readAt: now,
      triedAt: now,
      caches: caches.length + kept,
      metrics: metricsOf(caches),
      cluster: keptCluster || caches.some(({ clusterMode }) => clusterMode),
    };
  }
  const { failed: _, caches = 0, cluster = false, ...rest } = before ?? {};
  return { ...rest, triedAt: now, caches, cluster, failed: answer.outcome };
}

/**
 * Whether a failed region is reported. A region that has always denied access is one that the account does
 * not use.
 */
export const isMissed = ({ failed, caches }: RegionState): boolean =>
  failed !== undefined && (failed !== "denied" || caches > 0);

export const keyOfGroup = (region: string, group: string): string => `${region}/${group}`;

export function packGroup({ reserved, evictionPolicy }: GroupParameters): AccountState["reserved"][string] {
  const memory = reserved ?? usualReserve;
  const packed = "percent" in memory ? memory : { bytes: memory.bytes.toString() };
  return { ...packed, policy: evictionPolicy };
}

/** Whether a group is one of AWS's own, which cannot be changed. */
export const isOwnGroup = (name: string): boolean => name.startsWith("default.");

/** AWS's own groups: https://docs.aws.amazon.com/AmazonElastiCache/latest/dg/ParameterGroups.Engine.html */
const ownGroup: CacheGroup = { reserved: usualReserve, evictionPolicy: "volatile-lru" };
const unknownGroup: CacheGroup = { reserved: usualReserve, evictionPolicy: null };

/** What a cache's parameter group sets, as far as it is known. */
export function groupOf({ reserved }: AccountState, region: string, name: string | null): CacheGroup {
  if (name === null) return unknownGroup;
  if (isOwnGroup(name)) return ownGroup;
  const known = reserved[keyOfGroup(region, name)];
  if (!known) return unknownGroup;
  const memory = "percent" in known ? { percent: known.percent } : { bytes: BigInt(known.bytes) };
  return { reserved: memory, evictionPolicy: known.policy ?? null };
}
