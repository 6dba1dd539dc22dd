import { utilization } from "../../kit/bytes.ts";
import { day, daysUntil, minute } from "../../kit/time.ts";
import type { DeploymentOutlook, ListedOutlook } from "../outlook/in-lists.ts";
import type { Trouble } from "../incident/trouble.ts";
import type { DeploymentListItem, Engine, NewestFigures, OwnFacts } from "../deployment/deployment.ts";
import { traitsOf } from "../source/source.ts";
import { endOfVersion, productOf } from "../support/end-of-support.ts";
import { type EngineVersion, ownVersionsOf, type PatchedVersions } from "../support/own-versions.ts";
import type { Fact } from "./value.ts";
import { readVersion } from "./version.ts";

/** Whether a deployment reports: within two intervals of its source, later, or not any more. */
export type Freshness = "live" | "late" | "silent";

/** What the open incidents say about a deployment. Null: it is in none. Undefined: that is not known. */
export interface TroubleOf {
  (of: Pick<Facts, "id" | "organization">): Fact<Trouble>;
  /** What people of an organization said is patched. Undefined: that is not known. */
  patchedIn?: (organization: string) => PatchedVersions | undefined;
}

/** What a filter can ask about a deployment, as numbers and words. */
export interface Facts {
  id: string;
  /** What its source says of it as a whole. */
  own: Partial<OwnFacts>;
  /** In lower case. */
  name: string;
  organization: string;
  type: string;
  source: string;
  status: string;
  freshness: Freshness | undefined;
  regions: Fact<readonly string[]>;
  provider: Fact<string>;
  plan: Fact<string>;
  /** Bytes. */
  memory: Fact<number>;
  /** Bytes. Null: no limit is set. */
  memoryLimit: Fact<number>;
  databases: number;
  /** Percent of the licence. Null: no licence, or no such limit. */
  ramShards: Fact<number>;
  flashShards: Fact<number>;
  /** The fuller one. */
  shards: Fact<number>;
  /** Calendar days in UTC until the licence expires. Negative: expired. */
  licenseDays: Fact<number>;
  /** When these are the facts, Unix epoch in milliseconds. */
  now: number;
  /** The calendar day in UTC of the facts, counted from 1970. */
  today: number;
  /** Calendar days until the support of the lowest version ends. Negative: it has ended. */
  supportDays: Fact<number>;
  /** The agent key or the integration, and for an agent also "key/agent". */
  via: Fact<readonly string[]>;
  engines: Fact<readonly string[]>;
  /** The lowest version, as `readVersion` returns it. */
  version: Fact<number>;
  /** The same of the databases of each engine; undefined where all have one engine. */
  byEngine?: Readonly<Partial<Record<string, VersionFacts>>> | undefined;
  /** The versions that can be compared with known vulnerabilities; undefined where none can. */
  ownVersions: readonly EngineVersion[] | undefined;
  /** As people said, where a pass knows it. Lists join it. */
  patched?: PatchedVersions | undefined;
  /** Percent of the limit: the fullest database that has one. Null: none has a limit. */
  utilization: Fact<number>;
  tls: Fact<string>;
  policy: Fact<string>;
  evicting: Fact<string>;
  gaps: Fact<string>;
  /** Whether its last write to disk failed. */
  unsaved: Fact<string>;
  persistence: Fact<readonly string[]>;
  /** Undefined where nobody asked for them, and where none hold. */
  figures?: NewestFigures | undefined;
  /** When memory is full. Undefined where nobody asked for it. */
  outlook?: ListedOutlook | DeploymentOutlook | undefined;
  /** Incidents are no part of a deployment, so who reads them joins them. Without it, they are not known. */
  troubleOf?: TroubleOf | undefined;
  /** One database. The license is its deployment's, and says nothing about the state of the database. */
  isDatabase?: true;
}

export type VersionFacts = Pick<Facts, "version" | "supportDays">;

type Item = Pick<
  DeploymentListItem,
  | "id"
  | "name"
  | "organizationId"
  | "type"
  | "source"
  | "status"
  | "lastUpdated"
  | "cloudSubscription"
  | "memoryUsed"
  | "memoryLimit"
  | "databaseCount"
  | "license"
  | "via"
  | "facts"
  | "fullest"
  | "evicted"
  | "figures"
  | "outlook"
> &
  Partial<OwnFacts>;
type License = Item["license"];

/** The facts of one deployment. They are computed once for each load, not at each key press. */
export function factsOf(item: Item, now: number, troubleOf?: TroubleOf): Facts {
  const subscription = item.cloudSubscription;
  const ram = shardsOf(item.license, "ramShardsInUse", "ramShardsLimit");
  const flash = shardsOf(item.license, "flashShardsInUse", "flashShardsLimit");
  return {
    id: item.id,
    own: item,
    name: item.name.toLowerCase(),
    organization: item.organizationId,
    type: item.type,
    source: item.source,
    status: item.status,
    freshness: freshnessOf(item, now),
    regions: regionsOf(item),
    provider: subscription && (subscription.provider ?? undefined),
    plan: subscription && subscription.subscriptionType,
    memory: memoryOf(item.memoryUsed),
    memoryLimit: limitOf(item.memoryLimit),
    databases: item.databaseCount,
    ramShards: ram,
    flashShards: flash,
    shards: fuller(ram, flash, item.license),
    licenseDays: daysLeft(item.license, now),
    now,
    today: Math.floor(now / day),
    via: item.via === undefined ? undefined : viaOf(item.via),
    figures: item.figures,
    outlook: item.outlook,
    troubleOf,
    ...factsOfDatabases(item, now),
  };
}

export const yesOrNo = (is: boolean | undefined) => (is === undefined ? undefined : is ? "yes" : "no");

function factsOfDatabases(item: Item, now: number) {
  const { engines, tls, policy, persistence, evictions } = item.facts ?? {};
  return {
    engines,
    ...versionsOf(item, Math.floor(now / day)),
    ownVersions: ownVersionsOf(item),
    utilization: utilizationOf(item),
    tls,
    policy,
    persistence,
    evicting: yesOrNo(evictions && (item.evicted ?? 0) > 0),
    gaps: yesOrNo(item.facts && item.facts.gaps === true),
    unsaved: yesOrNo(item.facts && item.facts.unsaved === true),
  };
}

/** The support of several engines ends with the first of them. Older rows do not know the version of each engine. */
function versionsOf(item: Item, today: number): VersionFacts & Pick<Facts, "byEngine"> {
  const { engines = [], versions, lowestByEngine } = item.facts ?? {};
  const of = (version: string | undefined, kinds: readonly Engine[]): VersionFacts => ({
    version: readVersion(version),
    supportDays: supportDaysOf({ ...item, engines: kinds }, version, today),
  });
  const whole = of(versions?.[0], engines);
  if (engines.length < 2) return whole;
  const each = engines.map((engine) => [engine, of(lowestByEngine?.[engine], [engine])] as const);
  const [first] = each
    .flatMap(([, { supportDays }]) => supportDays ?? [])
    .toSorted((one, other) => one - other);
  return { ...whole, supportDays: first, byEngine: Object.fromEntries(each) };
}

/** Undefined where no end of support is stated, or the version is not known. */
export function supportDaysOf(
  deployment: Parameters<typeof productOf>[0],
  version: string | null | undefined,
  today: number,
): Fact<number> {
  const end = endOfVersion(productOf(deployment), version);
  return end === undefined ? undefined : Math.floor(Date.parse(end) / day) - today;
}

/** A key is asked for as a whole, or with one of its agents. */
const viaOf = (via: string): string[] => [via, ...via.split("/").slice(0, 1)];

function regionsOf({ cloudSubscription, facts }: Item): Fact<readonly string[]> {
  const regions = cloudSubscription?.regions ?? facts?.regions ?? [];
  if (regions.length > 0) return regions;
  return cloudSubscription ? undefined : null;
}

/** The sums of one database are its own figures. Older rows have no figures of the fullest of several. */
export function utilizationOf({ fullest, memoryUsed, memoryLimit, databaseCount }: Item): Fact<number> {
  if (fullest) return fullest.utilization;
  if (memoryLimit === "0") return null;
  return databaseCount === 1 ? percentOfLimit(memoryUsed, memoryLimit) : undefined;
}

/** Memory used of one database in percent of its limit. Null: no limit is set. */
export function percentOfLimit(used: string | null, limit: string | null): Fact<number> {
  if (limit === "0") return null;
  const percent = utilization(used, limit);
  if (percent !== undefined) return Number(percent);
  return used === "0" && limit !== null ? 0 : undefined;
}

export const memoryOf = (used: string | null): Fact<number> => (used === null ? undefined : Number(used));

export function limitOf(limit: string | null): Fact<number> {
  if (limit === null) return undefined;
  return limit === "0" ? null : Number(limit);
}

/** Undefined where the time can't be read. */
export function freshnessOf({ source, lastUpdated }: Item, now: number): Freshness | undefined {
  const { interval, staleAfter } = traitsOf(source);
  const age = now - Date.parse(lastUpdated);
  if (Number.isNaN(age)) return undefined;
  if (age > staleAfter * minute) return "silent";
  return age <= 2 * interval * minute ? "live" : "late";
}

type Pair = [inUse: "ramShardsInUse" | "flashShardsInUse", limit: "ramShardsLimit" | "flashShardsLimit"];

function shardsOf(license: License, ...[inUse, limit]: Pair): Fact<number> {
  return percentOf(license?.[inUse] ?? 0, license?.[limit] ?? 0);
}

/** With one decimal, as the screens show it. Null without a limit. */
const percentOf = (inUse: number, limit: number): number | null =>
  limit > 0 ? Number(utilization(String(inUse), String(limit)) ?? 0) : null;

/** A trial states only one limit for all shards. */
function fuller(ram: Fact<number>, flash: Fact<number>, license: License): Fact<number> {
  if (ram == null && flash == null && license)
    return percentOf(license.ramShardsInUse + license.flashShardsInUse, license.shardsLimit);
  return ram == null && flash == null ? null : Math.max(ram ?? 0, flash ?? 0);
}

function daysLeft(license: License, now: number): Fact<number> {
  if (!license) return null;
  const expiry = license.expirationDate === null ? Number.NaN : Date.parse(license.expirationDate);
  return Number.isNaN(expiry) ? undefined : daysUntil(expiry, now);
}
