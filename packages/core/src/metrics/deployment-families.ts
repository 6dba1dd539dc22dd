import { type Facts, factsOf } from "../contract/filter/facts.ts";
import { isActive } from "../contract/filter/severity.ts";
import type { MeasuredDeployment } from "../history/newest/recent-deployments.ts";
import { second } from "../kit/time.ts";
import { type Family, labelled, type Labels, type Sample } from "./exposition.ts";

type Declared = Omit<Family, "samples">;

/**
 * Every family of deployments. `deployment` is the only label of a figure; all words are on the info family, which queries
 * join by it. The figures of a silent deployment are left out: a frozen one would look healthy.
 */
const declared = {
  shardwatch_deployment: {
    type: "info",
    help: "What a deployment is. Join it by the label deployment.",
  },
  shardwatch_deployment_active: {
    type: "gauge",
    help: "Whether its source reports it as active: 1 or 0.",
  },
  shardwatch_deployment_stale: {
    type: "gauge",
    help: "Whether its source is silent: 1 or 0. Its figures are left out then.",
  },
  shardwatch_deployment_last_report_timestamp_seconds: {
    type: "gauge",
    unit: "seconds",
    help: "When the last report of it arrived.",
  },
  shardwatch_deployment_databases: { type: "gauge", help: "How many databases it has." },
  shardwatch_deployment_memory_used_bytes: {
    type: "gauge",
    unit: "bytes",
    help: "Memory used by all databases.",
  },
  shardwatch_deployment_memory_limit_bytes: {
    type: "gauge",
    unit: "bytes",
    help: "The limits of all databases together; absent where one has none or its limit is not known.",
  },
  shardwatch_deployment_memory_peak_ratio: {
    type: "gauge",
    unit: "ratio",
    help: "Memory used of its limit, of the fullest database.",
  },
  shardwatch_deployment_memory_full_timestamp_seconds: {
    type: "gauge",
    unit: "seconds",
    help: "When the first of its databases may reach its memory limit, at the earliest; absent without such a date, and at the limit.",
  },
  shardwatch_deployment_clients: {
    type: "gauge",
    help: "Connected clients, at the end of the newest five minutes.",
  },
  shardwatch_deployment_keys: {
    type: "gauge",
    help: "Keys of all databases, at the end of the newest five minutes.",
  },
  shardwatch_deployment_commands_per_second: {
    type: "gauge",
    help: "Commands a second, a mean of five minutes. It is no counter: rate() of it means nothing.",
  },
  shardwatch_deployment_evictions_per_second: {
    type: "gauge",
    help: "Keys evicted a second, a mean of five minutes. It is no counter: rate() of it means nothing.",
  },
  shardwatch_deployment_hit_ratio: {
    type: "gauge",
    unit: "ratio",
    help: "Keys found of the keys looked up, in the newest five minutes.",
  },
  shardwatch_deployment_persistence_ok: {
    type: "gauge",
    help: "Whether its last write to disk was a success: 1 or 0; absent where it is not written or not known.",
  },
  shardwatch_license_expiry_timestamp_seconds: {
    type: "gauge",
    unit: "seconds",
    help: "When the license of a cluster ends.",
  },
  shardwatch_license_shards: { type: "gauge", help: "Shards in use, by the label memory." },
  shardwatch_license_shards_limit: {
    type: "gauge",
    help: "The most shards that the license allows, by the label memory; absent for no limit.",
  },
  shardwatch_certificate_expiry_timestamp_seconds: {
    type: "gauge",
    unit: "seconds",
    help: "When the first certificate of its servers ends; absent without TLS, and where it is not known.",
  },
} as const satisfies Record<string, Omit<Declared, "name">>;

type Name = keyof typeof declared;

/** A ratio with at most six digits. */
const ratioOf = (percent: number): number => Number((percent / 100).toPrecision(6));

const secondsOf = (time: string): number | undefined => {
  const parsed = Date.parse(time);
  return Number.isNaN(parsed) ? undefined : Math.floor(parsed / second);
};

/** The families of these deployments. */
export function deploymentFamilies(items: readonly MeasuredDeployment[], now: number): Family[] {
  const samples = new Map<Name, Sample[]>((Object.keys(declared) as Name[]).map((name) => [name, []]));
  for (const item of items) {
    const own = labelled({ deployment: item.id });
    const add: Add = (name, value, labels = own) => {
      if (value !== null && value !== undefined) samples.get(name)?.push({ labels, value });
    };
    const facts = factsOf(item, now);
    addState(item, facts, add);
    if (isSilent(facts)) continue;
    addFigures(item, facts, add);
    if (item.certificateEnd !== undefined)
      add("shardwatch_certificate_expiry_timestamp_seconds", secondsOf(item.certificateEnd));
  }
  return [...samples].map(([name, some]) => ({ name, ...declared[name], samples: some }));
}

/** Adds a sample of a deployment. What is not known is not added. Its own label is the only one without others. */
type Add = (name: Name, value: number | string | null | undefined, labels?: Labels) => void;

const isSilent = ({ freshness }: Facts): boolean => freshness === "silent";

/** What is known of a silent deployment, too. */
function addState(item: MeasuredDeployment, known: Facts, add: Add): void {
  const { name, type, source, via, status, lastUpdated, facts = {} } = item;
  const words = {
    deployment: item.id,
    name,
    deployment_type: type.toLowerCase(),
    source,
    via: via?.split("/")[0],
    engine: facts.engines?.join(","),
    redis_version: facts.versions?.[0],
    eviction_policy: facts.policy,
    cloud_region: known.regions?.join(","),
    tls: facts.tls,
  };
  add("shardwatch_deployment", 1, labelled(words));
  add("shardwatch_deployment_active", isActive(status) ? 1 : 0);
  add("shardwatch_deployment_stale", isSilent(known) ? 1 : 0);
  add("shardwatch_deployment_last_report_timestamp_seconds", secondsOf(lastUpdated));
}

function addFigures(item: MeasuredDeployment, known: Facts, add: Add): void {
  const { databaseCount, memoryUsed, figures, outlook, license, facts = {} } = item;
  const { utilization, memoryLimit } = known;
  const isLimited = facts.unlimited === undefined && facts.limitUnknown === undefined;
  add("shardwatch_deployment_databases", databaseCount);
  add("shardwatch_deployment_memory_used_bytes", memoryUsed);
  add(
    "shardwatch_deployment_memory_limit_bytes",
    isLimited && typeof memoryLimit === "number" ? item.memoryLimit : undefined,
  );
  if (typeof utilization === "number") add("shardwatch_deployment_memory_peak_ratio", ratioOf(utilization));
  if (outlook?.earliest != null)
    add("shardwatch_deployment_memory_full_timestamp_seconds", secondsOf(outlook.earliest));
  if (figures) {
    add("shardwatch_deployment_clients", figures.clients);
    add("shardwatch_deployment_keys", figures.keys);
    add("shardwatch_deployment_commands_per_second", figures.opsPerSecond);
    add("shardwatch_deployment_evictions_per_second", figures.evictedPerSecond);
    if (figures.hitRatio !== null) add("shardwatch_deployment_hit_ratio", ratioOf(figures.hitRatio));
  }
  const isWritten = facts.persistence?.some((way) => way !== "off") === true;
  if (facts.unsaved === true || isWritten)
    add("shardwatch_deployment_persistence_ok", facts.unsaved === true ? 0 : 1);
  if (!license) return;
  if (license.expirationDate !== null)
    add("shardwatch_license_expiry_timestamp_seconds", secondsOf(license.expirationDate));
  for (const [memory, used, limit] of [
    ["ram", license.ramShardsInUse, license.ramShardsLimit],
    ["flash", license.flashShardsInUse, license.flashShardsLimit],
  ] as const) {
    const labels = labelled({ deployment: item.id, memory });
    add("shardwatch_license_shards", used, labels);
    if (limit > 0) add("shardwatch_license_shards_limit", limit, labels);
  }
}
