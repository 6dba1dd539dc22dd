import { accountOfTeam } from "./caches.ts";
import { type DemoDatabase, type DemoDeployment, gibibyte, subscription } from "./fleet/demo.ts";
import { day } from "@shardwatch/core/kit/time";
import { evictsAnyKey } from "@shardwatch/core/contract/filter/severity";
import { troubleOf } from "./troubles.ts";
import { numbers } from "./numbers.ts";

/** Where generated deployments are. */
const regions = ["eu-central-1", "eu-west-1", "us-east-1", "us-west-2", "ap-south-1"] as const;
export type Region = (typeof regions)[number];

const valkeyVersions = ["7.2.9", "8.0.4", "8.1.1"];

/** A database with engine, policy and evictions, as its kind of source reports them. */
function withFacts(
  { kind, type }: Pick<DemoDeployment, "type"> & { kind: string },
  known: DemoDatabase,
  next: () => number,
): DemoDatabase {
  const [engineLuck, versionLuck, policyLuck] = [next(), next(), next(), next()];
  const own = kind !== "redis-cloud" && type !== "ENTERPRISE";
  const version = valkeyVersions[Math.floor(versionLuck * valkeyVersions.length)] ?? "8.1.1";
  const policy = policyOf(known.name ?? "", policyLuck);
  const evicts = evictsAnyKey(policy) && known.fill > 0.75;
  return {
    ...known,
    ...(own && engineLuck < 0.2 ? { engine: "valkey", version } : {}),
    ...(engineLuck > 0.92 && { version: "8.2.1" }),
    policy,
    ...(evicts && { evicting: Math.round(1_000 * known.fill) }),
  };
}

const caches = /-(cache|recommendations|metrics|presence)$/;
const expiring = /-(sessions|tokens|carts|rate-limits|locks)$/;

/** Caches evict any key, and what expires anyway is evicted first. A store evicts nothing. */
function policyOf(name: string, luck: number): string {
  if (caches.test(name)) return luck < 0.7 ? "allkeys-lru" : "allkeys-lfu";
  if (expiring.test(name)) return luck < 0.6 ? "volatile-lru" : "volatile-ttl";
  return "noeviction";
}

/** Which source a generated deployment has. */
export type GeneratedKind = "agent" | "redis-cloud" | "elasticache";

export interface Generated extends DemoDeployment {
  kind: GeneratedKind;
  /** Where most of its databases are. */
  region?: Region;
  /** Of the AWS account that it is. */
  accountId?: string;
}

const teams =
  "catalogue checkout search identity pricing inventory shipping billing ads support media fraud maps loyalty".split(
    " ",
  );
const uses =
  "cache sessions queue rate-limits feature-flags leaderboard carts tokens locks recommendations presence metrics".split(
    " ",
  );
const stages = ["prod", "prod", "prod", "staging", "qa"];
/** These positions of a fleet have a full store, fuller than all others. */
const full = [17, 42, 63];
const versions = ["6.2.18", "7.0.15", "7.2.7", "7.4.2", "8.0.3"];
const sizes = [0.25, 0.5, 1, 2, 4, 8, 16, 32].map((gibibytes) => gibibytes * gibibyte);

/**
 * Plausible deployments of one organization, always the same for the same seed; a larger fleet begins with the
 * smaller one. About one in sixteen is in trouble, and some limits are not set or not known.
 */
export function generate(count: number, seed: number): Generated[] {
  return Array.from({ length: count }, (_, index) => {
    const deployment = one(index, numbers(seed * 1_000_003 + index));
    // Facts have numbers of their own, so that they change no name or figure.
    const next = numbers(seed * 1_000_003 + index + 500_000_000);
    if (deployment.kind === "elasticache") return deployment;
    const databases = deployment.databases.map((each) => withFacts(deployment, each, next));
    const [first, ...others] = databases;
    if (!full.includes(index) || !first) return { ...deployment, databases };
    const { trouble: _trouble, ...healthy } = deployment;
    const store = { ...first, limit: first.limit || gibibyte, fill: 1.04, policy: "noeviction", evicting: 0 };
    return { ...healthy, databases: [store, ...others] };
  });
}

type Draw = <T>(values: readonly T[]) => T;

function one(index: number, next: () => number): Generated {
  const draw: Draw = (values) => values[Math.floor(next() * values.length)] as (typeof values)[number];
  const [team, use, stage, region] = [draw(teams), draw(uses), draw(stages), draw(regions)];
  const name = `${stage}-${team}-${use}-${index + 1}`;
  const share = next();
  const key = `generated-${index}`;
  const luck = next();
  const common = { key, name, region };
  const databases = (count: number) =>
    Array.from({ length: count }, () => database(`${team}-${draw(uses)}`, draw, next));
  if (share < 0.2) {
    const [offer, provider] = [draw(["Pro", "Essentials"]), draw(["AWS", "GCP", "Azure"])];
    return {
      ...common,
      ...(luck < mostTroubled && { trouble: { status: "pending", message: "Redis Cloud reports: pending" } }),
      kind: "redis-cloud",
      type: "CLOUD",
      databases: databases(1 + Math.floor(next() * 6)),
      subscription: subscription(offer, provider, [region], 300_000 + index),
    };
  }
  // Each account is read on its own, so a large fleet has no more of them than a small one.
  if (share < 0.26 && index < lastAccount && !full.includes(index)) {
    const names = new Set(Array.from({ length: 12 }, () => `${draw(stages)}-${draw(teams)}-${draw(uses)}`));
    const some = [...names].slice(0, 4 + Math.floor(next() * 6));
    return { region, ...accountOfTeam(some, region, policyOf, next), key, kind: "elasticache" };
  }
  const agents = { ...common, kind: "agent" as const };
  const withTrouble = (made: Generated): Generated =>
    luck < mostTroubled
      ? { ...made, trouble: troubleOf(made, luck < mostUnreachable ? "unreachable" : "degraded") }
      : made;
  if (share >= 0.4 && share < 0.47)
    return withTrouble({ ...agents, ...enterprise(name, databases(2 + Math.floor(next() * 18)), next) });
  const type = share < 0.33 || (share >= 0.47 && share < 0.65) ? "CLUSTER" : "STANDALONE";
  return withTrouble({ ...agents, type, databases: [database(`${team}-${use}`, draw, next)] });
}

/** No AWS account is at this position of a fleet, or later. */
const lastAccount = 90;
/** The share of deployments that is in trouble, and the part of it that is unreachable. */
const [mostTroubled, mostUnreachable] = [0.06, 0.035];

function database(name: string, draw: Draw, next: () => number): DemoDatabase {
  const luck = next();
  return {
    name,
    version: draw(versions),
    limit: luck < 0.04 ? 0 : luck < 0.07 ? null : draw(sizes),
    fill: 0.05 + 0.9 * next(),
    tls: luck > 0.95 ? null : next() < 0.8,
  };
}

function enterprise(name: string, databases: DemoDatabase[], next: () => number) {
  const limit = databases.length * 4;
  const inUse = Math.ceil(limit * (0.4 + 0.6 * next()));
  const flash = next() < 0.3 ? limit : 0;
  const days = Math.round(next() * 400) - 20;
  const after = (now: number, count: number) => new Date(now + count * day).toISOString();
  return {
    type: "ENTERPRISE" as const,
    databases,
    adminUrl: `https://${name}.example:8443`,
    license: (now: number) => ({
      activationDate: after(now, days - 365),
      expirationDate: after(now, days),
      clusterName: `${name}.example`,
      owner: "Platform team",
      ramShardsInUse: inUse,
      ramShardsLimit: limit,
      flashShardsInUse: Math.floor(flash / 2),
      flashShardsLimit: flash,
      shardsLimit: limit + flash,
      features: flash > 0 ? ["bigstore"] : [],
    }),
  };
}
