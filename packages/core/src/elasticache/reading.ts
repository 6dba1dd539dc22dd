import type { Database } from "../contract/deployment/deployment.ts";
import { second } from "../kit/time.ts";
import type { AccountReader, AwsAnswer, Cache, RegionCaches } from "../ports/elasticache.ts";
import {
  after,
  defaultRegions,
  enabledFor,
  groupOf,
  keyOfGroup,
  type AccountState,
  isOwnGroup,
  packGroup,
  regionsToRead,
  reservedFor,
} from "./account-state.ts";
import type { DetailsState } from "./details.ts";
import { databaseId, isOfKind, regionOf, toDatabase } from "./map.ts";
import { measure } from "./memory.ts";

/** How many regions are read at the same time. */
const atOnce = 6;
/** No region is begun after this time: the worker has a minute for everything. */
const longest = 15 * second;

/** One reading of an account. */
export interface Reading {
  /** The databases as they are now; those that could not be read, as they were. */
  databases: Database[];
  known: AccountState;
  /** The regions that were read, and the regions that could not be read. */
  read: string[];
  failed: { region: string; outcome: Exclude<AwsAnswer<never>["outcome"], "ok"> }[];
  /** Regions that were read, and hold caches from before that no call lists any more. */
  unlisted: string[];
  /** The ids of the databases whose memory was read now. */
  measured: ReadonlySet<string>;
  /** The caches of each region that was read, as AWS describes them. */
  caches: ReadonlyMap<string, readonly Cache[]>;
  /** Regions whose memory could not be read. */
  withoutMemory: string[];
}

/** The part of a reading that is known once all regions have answered. */
export type ReadLists = Pick<Reading, "read" | "failed"> & { known: Pick<AccountState, "regions"> };

/** The same reading with the state of detailed history to store; undefined while it is off. */
export function withDetails(reading: Reading, details: DetailsState | undefined): Reading {
  const { details: _, ...known } = reading.known;
  return { ...reading, known: { ...known, ...(details && { details }) } };
}

/** Regions whose detailed history could not be read the last time. */
export const withoutDetails = ({ known }: Reading): readonly string[] => known.details?.failed ?? [];

/**
 * Reads an account: the caches of several regions at once, then their memory.
 * @param onLists is called between the two
 */
export async function pollAccount(
  reader: AccountReader,
  before: AccountState,
  databases: readonly Database[],
  now: number,
  onLists: (lists: ReadLists) => Promise<void>,
): Promise<Reading> {
  const enabled = await enabledRegions(reader, before, now);
  const regions = regionsToRead({ ...before, ...enabled }, now);
  const answers = await readRegions(reader, regions);
  const caches = new Map(
    [...answers].flatMap(([region, answer]) =>
      answer.outcome === "ok" ? [[region, answer.value.caches]] : [],
    ),
  );
  const unlisted = databases.filter(({ id }) => isUnlisted(answers.get(regionOf(id)), id));
  const lists: ReadLists = {
    read: [...caches.keys()],
    failed: [...answers].flatMap(([region, { outcome }]) => (outcome === "ok" ? [] : [{ region, outcome }])),
    known: {
      regions: Object.fromEntries([
        ...Object.entries(before.regions),
        ...[...answers].map(([region, answer]) => {
          const keptThere = unlisted.filter(({ id }) => regionOf(id) === region).length;
          return [region, after(before.regions[region], answer, now, keptThere)] as const;
        }),
      ]),
    },
  };
  await onLists(lists);
  const groups = await readGroups(reader, before, caches, now);
  const { used, measured, failed, all } = await measure(reader, caches, databases, before.memoryAt, now);
  const known: AccountState = {
    ...before,
    ...enabled,
    ...groups,
    ...lists.known,
    ...(all && caches.size > 0 && { memoryAt: now }),
  };
  const unread = databases.filter(
    ({ id }) => !caches.has(regionOf(id)) && known.regions[regionOf(id)]?.readAt,
  );
  const found = [...caches].flatMap(([region, list]) =>
    list.flatMap((cache) => {
      const group = groupOf(known, region, cache.parameterGroup);
      return toDatabase(region, cache, used.get(databaseId(region, cache)) ?? null, group) ?? [];
    }),
  );
  return {
    databases: [...found, ...unread, ...unlisted],
    ...lists,
    known,
    unlisted: [...new Set(unlisted.map(({ id }) => regionOf(id)))],
    measured,
    caches,
    withoutMemory: failed,
  };
}

/**
 * Whether a cache from before is of a kind that its region has no call to list now. That is no sign that the
 * cache is gone: a call that was there before can be missing for a moment only.
 */
function isUnlisted(answer: AwsAnswer<RegionCaches> | undefined, id: string): boolean {
  return answer?.outcome === "ok" && isOfKind(id, answer.value.notOffered);
}

/** Asks AWS once a day. A role without this right reads the regions that AWS enables by default. */
async function enabledRegions(reader: AccountReader, before: AccountState, now: number) {
  if (now - before.enabledAt < enabledFor) return { enabled: before.enabled, enabledAt: before.enabledAt };
  const answer = await reader.regions();
  if (answer.outcome === "ok") return { enabled: answer.value, enabledAt: now };
  if (answer.outcome === "denied") return { enabled: defaultRegions, enabledAt: now };
  return { enabled: before.enabled, enabledAt: before.enabledAt };
}

async function readRegions(reader: AccountReader, regions: readonly string[]) {
  const waiting = [...regions];
  const answers = new Map<string, AwsAnswer<RegionCaches>>();
  const begun = performance.now();
  const read = async (region: string): Promise<AwsAnswer<RegionCaches>> =>
    performance.now() - begun < longest
      ? await reader.caches(region)
      : { outcome: "unavailable", reason: "other regions took too long" };
  const work = async () => {
    for (let region = waiting.shift(); region !== undefined; region = waiting.shift())
      answers.set(region, await read(region));
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return answers;
}

/** What AWS's own parameter groups set is known, so only the customer's groups are read. */
async function readGroups(
  reader: AccountReader,
  before: AccountState,
  caches: ReadonlyMap<string, readonly Cache[]>,
  now: number,
): Promise<Pick<AccountState, "reserved" | "reservedAt">> {
  const isFresh = now - before.reservedAt < reservedFor;
  const reserved: AccountState["reserved"] = isFresh ? { ...before.reserved } : {};
  const asked = [...caches].flatMap(([region, list]) =>
    [...new Set(list.flatMap(({ parameterGroup }) => parameterGroup ?? []))]
      .filter((group) => !isOwnGroup(group) && reserved[keyOfGroup(region, group)]?.policy === undefined)
      .map((group) => ({ region, group })),
  );
  await Promise.all(
    asked.map(async ({ region, group }) => {
      const key = keyOfGroup(region, group);
      const answer = await reader.parameters(region, group);
      const known = answer.outcome === "ok" ? packGroup(answer.value) : before.reserved[key];
      if (known) reserved[key] = known;
    }),
  );
  return { reserved, reservedAt: isFresh ? before.reservedAt : now };
}
