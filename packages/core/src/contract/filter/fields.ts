import type { DeploymentType, Engine } from "../deployment/deployment.ts";
import type { Persistence } from "../deployment/persistence.ts";
import { type DeploymentSource, sourceTraits } from "../source/source.ts";
import { cveLevels, cveOf } from "../support/worst.ts";
import type { Trouble } from "../incident/trouble.ts";
import type { Freshness } from "./facts.ts";
import { numbers, versions, words } from "./field.ts";
import { newest, runwayField } from "./joined-fields.ts";
import { levelOf, levels } from "./severity.ts";
import { bytes, count, days, percent, plain } from "./units.ts";
import type { Fact } from "./value.ts";

const types: Record<DeploymentType, string> = {
  STANDALONE: "Standalone",
  CLUSTER: "Cluster",
  ENTERPRISE: "Enterprise",
  CLOUD: "Redis Cloud",
};
const engines: Record<Engine, string> = { redis: "Redis", valkey: "Valkey" };
const answers = { yes: "yes", no: "no" };
const freshnesses: Record<Freshness, string> = { live: "live", late: "late", silent: "silent" };
const sources = Object.fromEntries(
  Object.entries(sourceTraits).map(([source, { label }]) => [source, label]),
) as Record<DeploymentSource, string>;
const persistences: Record<Persistence, string> = {
  aof: "Append-only file",
  snapshot: "Snapshots",
  off: "Off",
};
const incidents = { open: "open", acknowledged: "acknowledged", silenced: "silenced" };
const [noLimit, noLicense] = ["no limit set", "no license"];

const statesOf = (trouble: Fact<Trouble>) => trouble && trouble.states;

/** Rounds to parts of one, as the screens show it. toFixed took most of the time of a filter over a fleet. */
const rounded = (number: number, partsOfOne: number) => Math.round(number * partsOfOne) / partsOfOne;

/**
 * Every field of the filter, in the order of the canonical text. No other file knows what a field means.
 * Names are in bookmarks and stored filters, so they never change.
 */
export const fields = {
  type: words({ label: "Type", words: types, upper: true, fact: ({ type }) => type }),
  org: words({ label: "Organization", fact: ({ organization }) => organization }),
  id: words({ label: "ID", fact: ({ id }) => id }),
  source: words({ label: "Source", words: sources, fact: ({ source }) => source }),
  status: words({ label: "Status", fact: ({ status }) => status }),
  severity: words({ label: "Severity", words: levels, fact: levelOf }),
  fresh: words({ label: "Freshness", words: freshnesses, fact: ({ freshness }) => freshness }),
  via: words({ label: "Reported by", fact: ({ via }) => via }),
  region: words({ label: "Region", fact: ({ regions }) => regions }),
  provider: words({ label: "Provider", fact: ({ provider }) => provider }),
  plan: words({ label: "Plan", fact: ({ plan }) => plan }),
  engine: words({ label: "Engine", words: engines, fact: (facts) => facts.engines }),
  version: versions({ label: "Version", fact: ({ version }) => version }),
  eos: numbers({
    label: "End of support",
    unit: days,
    below: "ended",
    nothing: "no end",
    fact: ({ supportDays }) => supportDays,
  }),
  cve: words({ label: "Known vulnerabilities", words: cveLevels, nothing: "none known", fact: cveOf }),
  util: numbers({
    label: "Memory utilization",
    unit: percent,
    nothing: noLimit,
    isMeasured: true,
    fact: ({ utilization }) => utilization,
  }),
  memory: numbers({ label: "Memory used", unit: bytes, isMeasured: true, fact: ({ memory }) => memory }),
  maxmemory: numbers({
    label: "Memory limit",
    unit: bytes,
    nothing: noLimit,
    fact: ({ memoryLimit }) => memoryLimit,
  }),
  runway: runwayField({ label: "Runway", below: "full", nothing: "no date" }),
  databases: numbers({ label: "Databases", unit: count, fact: (facts) => facts.databases }),
  ops: newest({
    label: "Commands a second",
    unit: plain,
    of: ({ opsPerSecond }) => opsPerSecond ?? undefined,
  }),
  clients: newest({ label: "Connected clients", unit: count, of: ({ clients }) => clients ?? undefined }),
  hits: newest({
    label: "Hit ratio",
    unit: percent,
    nothing: "no lookups",
    of: ({ hitRatio, lookupsPerSecond }) =>
      hitRatio === null ? (lookupsPerSecond === 0 ? null : undefined) : rounded(hitRatio, 10),
  }),
  lag: newest({
    label: "Replication lag",
    unit: bytes,
    of: ({ replicationLag }) => (replicationLag === null ? undefined : Number(replicationLag)),
  }),
  frag: newest({
    label: "Memory fragmentation",
    unit: plain,
    of: ({ fragmentation }) => (fragmentation === null ? undefined : rounded(fragmentation, 100)),
  }),
  ram: numbers({ label: "RAM shards", unit: percent, nothing: noLimit, fact: ({ ramShards }) => ramShards }),
  flash: numbers({
    label: "Flash shards",
    unit: percent,
    nothing: noLimit,
    fact: ({ flashShards }) => flashShards,
  }),
  shards: numbers({ label: "Shards", unit: percent, nothing: noLimit, fact: ({ shards }) => shards }),
  license: numbers({
    label: "License",
    unit: days,
    below: "expired",
    nothing: noLicense,
    fact: ({ licenseDays }) => licenseDays,
  }),
  tls: words({ label: "TLS", words: { ...answers, mixed: "mixed" }, fact: ({ tls }) => tls }),
  policy: words({ label: "Eviction policy", fact: ({ policy }) => policy }),
  persistence: words({ label: "Persistence", words: persistences, fact: ({ persistence }) => persistence }),
  evicting: words({ label: "Evicting", words: answers, isMeasured: true, fact: ({ evicting }) => evicting }),
  gaps: words({ label: "Missing permissions", words: answers, fact: ({ gaps }) => gaps }),
  unsaved: words({ label: "Saving fails", words: answers, isMeasured: true, fact: ({ unsaved }) => unsaved }),
  incident: words({
    label: "Incident",
    words: incidents,
    fact: (facts) => statesOf(facts.troubleOf?.(facts)),
  }),
};

export type FieldName = keyof typeof fields;

export const fieldNames = Object.keys(fields) as FieldName[];

export const isField = (name: string): name is FieldName => Object.hasOwn(fields, name);
