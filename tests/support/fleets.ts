import { authorityOfIntegration } from "@shardwatch/core/deployment/ingest/authority";
import { ingest } from "@shardwatch/core/deployment/ingest/ingest";
import { deploymentId, type Observation } from "@shardwatch/core/deployment/rows/observation";
import { deploymentSources, type DeploymentSource } from "@shardwatch/core/contract/source/source";
import type { License } from "@shardwatch/core/contract/deployment/deployment";
import fc from "fast-check";
import { scopeOf } from "./scope.ts";
import type { Person, World } from "./world.ts";

const mebibyte = 2n ** 20n;

/** A database with any combination of facts. */
const anyDatabase = fc.record({
  status: fc.constantFrom("active", "degraded"),
  version: fc.constantFrom("6.2.14", "7.0.15", "7.2.4", "7.4.3-61", "8.0.1", null),
  used: fc.option(fc.bigInt({ min: 0n, max: 4_096n }), { nil: null }),
  limit: fc.constantFrom("0", String(512n * mebibyte), String(1_024n * mebibyte), null),
  tlsEnabled: fc.constantFrom(true, false, null),
});

const anyShards = fc.record({
  inUse: fc.nat(20),
  limit: fc.constantFrom(0, 10, 20),
  flash: fc.constantFrom(0, 8),
  expires: fc.option(fc.integer({ min: -10, max: 60 }), { nil: null }),
});

const anyObserved = fc.record({
  name: fc.constantFrom("cart", "Orders, EU", "sessions", "a-b", "10 %"),
  source: fc.constantFrom(...deploymentSources),
  type: fc.constantFrom("STANDALONE" as const, "CLUSTER" as const, "ENTERPRISE" as const, "CLOUD" as const),
  status: fc.constantFrom("active", "unreachable", "degraded", "loading", "error"),
  databases: fc.array(anyDatabase, { maxLength: 3 }),
  shards: fc.option(anyShards, { nil: null }),
  subscription: fc.option(
    fc.record({
      subscriptionType: fc.constantFrom("Pro", "Essentials"),
      provider: fc.constantFrom("AWS", "GCP", null),
      regions: fc.subarray(["eu-west-1", "us-east-1"]),
      link: fc.constant(null),
    }),
    { nil: null },
  ),
  gaps: fc.constantFrom<readonly string[] | undefined>(undefined, [], ["INFO is not permitted"]),
});
type Observed = typeof anyObserved extends fc.Arbitrary<infer Each> ? Each : never;

/** Deployments with any combination of what sources report. */
export const anyFleet: fc.Arbitrary<Observed[]> = fc.array(anyObserved, { minLength: 4, maxLength: 12 });

function licenseOf({ inUse, limit, flash, expires }: NonNullable<Observed["shards"]>, now: number): License {
  return {
    activationDate: null,
    expirationDate: expires === null ? null : new Date(now + expires * 86_400_000).toISOString(),
    clusterName: null,
    owner: null,
    ramShardsInUse: inUse,
    ramShardsLimit: limit,
    flashShardsInUse: flash,
    flashShardsLimit: flash,
    shardsLimit: 4,
    features: [],
  };
}

/** Writes a fleet as its sources report it now: one source of each kind. */
export async function observe(world: World, person: Person, fleet: readonly Observed[]): Promise<void> {
  const organization = scopeOf(person);
  const now = world.clock.now();
  const toObservation = (source: DeploymentSource, each: Observed, index: number): Observation => ({
    id: deploymentId(organization, source, String(index)),
    name: each.name,
    type: each.type,
    status: each.status,
    statusMessage: null,
    databases: each.databases.map(({ used, limit, ...database }, place) => ({
      id: String(place),
      name: null,
      memoryUsed: used === null ? null : String(used * mebibyte),
      memoryLimit: limit,
      ...database,
    })),
    license: each.shards && licenseOf(each.shards, now),
    cloudSubscription: each.subscription,
    enterpriseAdminUrl: null,
    gaps: each.gaps,
  });
  for (const source of deploymentSources) {
    const observations = fleet.flatMap((each, index) =>
      each.source === source ? [toObservation(source, each, index)] : [],
    );
    await ingest(world.services, {
      organization,
      source: { kind: source, id: `src_${source}`, instance: "-" },
      measuredAt: now,
      observations,
      authority: authorityOfIntegration(person.accountId),
    });
  }
}
