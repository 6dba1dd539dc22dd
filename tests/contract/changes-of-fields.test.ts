import type {
  CloudSubscription,
  ClusterNode,
  Database,
  License,
  Shard,
} from "@shardwatch/core/contract/deployment/deployment";
import { authorityOfIntegration } from "@shardwatch/core/deployment/ingest/authority";
import { ingest } from "@shardwatch/core/deployment/ingest/ingest";
import { deploymentId, type Observation } from "@shardwatch/core/deployment/rows/observation";
import { expect, test } from "vitest";
import { reportingIn } from "../support/changes.ts";
import { scopeOf } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";

const world = await worldOfFile();
const { own, changes } = reportingIn(world);

/** Two values of a field. */
type Values<T> = { [Field in keyof Required<T>]: readonly [before: T[Field], after: T[Field]] };
type Lists = "databases" | "nodes" | "shards";
type Parts = "license" | "cloudSubscription";

/*
 * Every field of what a source reports, with two values. A new field of a deployment, a database or another part does not
 * compile until it is here. Then the test fails unless the feed has it.
 */

const ofDatabase: Values<Omit<Database, "id">> = {
  name: ["one", "two"],
  status: ["active", "loading"],
  version: ["7.2.4", "7.4.1"],
  memoryUsed: ["1048576", "2097152"],
  memoryLimit: ["67108864", "0"],
  tlsEnabled: [true, false],
  engine: ["redis", "valkey"],
  evictionPolicy: ["noeviction", "allkeys-lru"],
  nodeType: ["cache.r7g.large", "cache.r7g.xlarge"],
  region: ["eu-west-1", "us-east-1"],
  role: ["primary", "replica"],
  maxClients: [10_000, 20_000],
  startedAt: ["2026-02-01T00:00:00.000Z", "2026-02-02T00:00:00.000Z"],
  persistence: ["rdb", "aof"],
  persistenceFailed: [false, true],
  replicas: [2, 1],
  mostReplicas: [3, 4],
  modules: [["search"], ["search", "bloom"]],
  encryptedAtRest: [false, true],
  activeActive: [false, true],
  tiered: [false, true],
  endpoint: ["a.example:6379", "b.example:6379"],
};
const ofNode: Values<Omit<ClusterNode, "id">> = {
  address: ["a.example:6379", "b.example:6379"],
  role: ["replica", "primary"],
  replicaOf: ["a1", "b2"],
  slots: [16_384, 8_192],
  state: ["ok", "failed"],
};
const ofShard: Values<Omit<Shard, "id">> = {
  database: ["1", "2"],
  node: ["1", "2"],
  role: ["primary", "replica"],
  state: ["active", "inactive"],
};
const ofLicense: Values<License> = {
  activationDate: ["2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"],
  expirationDate: ["2027-01-01T00:00:00Z", "2027-01-02T00:00:00Z"],
  clusterName: ["a.example", "b.example"],
  owner: ["Ada", "Grace"],
  ramShardsInUse: [1, 2],
  ramShardsLimit: [10, 20],
  flashShardsInUse: [1, 2],
  flashShardsLimit: [10, 20],
  shardsLimit: [20, 40],
  features: [["trial"], ["bigstore"]],
};
const ofSubscription: Values<CloudSubscription> = {
  subscriptionType: ["Essentials", "Pro"],
  provider: ["AWS", "GCP"],
  regions: [["eu-west-1"], ["us-east-1"]],
  link: ["https://a.example", "https://b.example"],
};
const ofDeployment: Values<Omit<Observation, "id" | Lists | Parts>> = {
  name: ["before", "after"],
  type: ["CLUSTER", "ENTERPRISE"],
  status: ["active", "degraded"],
  statusMessage: ["One", "Two"],
  enterpriseAdminUrl: ["https://a.example", "https://b.example"],
  gaps: [[], ["INFO is not permitted"]],
  certificateEnd: ["2026-12-01T00:00:00.000Z", "2026-12-02T00:00:00.000Z"],
  detailedHistory: [false, true],
  commands: [{ INFO: 1 }, { INFO: 2 }],
};

/** Memory that is used is a figure, and so is how many commands were sent. Details have their own event in the audit. */
const noChange = ["databases.memoryUsed", "detailedHistory", "commands"];

const parts: Record<string, object> = {
  "": ofDeployment,
  "databases.": ofDatabase,
  "nodes.": ofNode,
  "shards.": ofShard,
  "license.": ofLicense,
  "cloudSubscription.": ofSubscription,
};
const fields = Object.entries(parts).flatMap(([part, values]) =>
  Object.keys(values).map((field) => part + field),
);

/** The ids of the database, the node and the shard of each deployment. */
const elements: Record<string, string> = { databases: "d1", nodes: "n1", shards: "s1" };

/** The deployment of a field. All values are the first ones, but for those of `changed`. */
function observed(field: string, changed?: string): Observation {
  const part = (name: string) =>
    Object.fromEntries(
      Object.entries(parts[name] as Record<string, readonly [unknown, unknown]>).map(
        ([key, [before, after]]) => [key, name + key === changed ? after : before],
      ),
    );
  return {
    ...part(""),
    id: idOf(field),
    databases: [{ id: elements["databases"], ...part("databases.") }],
    nodes: [{ id: elements["nodes"], ...part("nodes.") }],
    shards: [{ id: elements["shards"], ...part("shards.") }],
    license: part("license."),
    cloudSubscription: part("cloudSubscription."),
  } as unknown as Observation;
}
const idOf = (field: string) => deploymentId(own.person.organizationId, "elasticache", field);

async function ingestAll(observations: readonly Observation[]): Promise<void> {
  world.clock.advance(60_000);
  await ingest(world.services, {
    organization: scopeOf(own.person),
    source: { kind: "elasticache", id: "aws_1", instance: "-" },
    measuredAt: world.clock.now(),
    observations,
    authority: authorityOfIntegration(own.person.accountId),
  });
}

test("CHG01 every field of a deployment and of its parts that changes is an entry of both feeds, and a figure is none", async () => {
  await ingestAll(fields.map((field) => observed(field)));
  await ingestAll(fields.map((field) => observed(field, field)));
  const at = new Date(world.clock.now()).toISOString();
  const changed = (await changes("/changes?limit=200")).filter(({ kind }) => kind === "changed");
  const found = changed.map(
    (change) => [change.deployments[0]?.id, change.fields.map(({ field }) => field)] as const,
  );
  const expected = fields.filter((field) => !noChange.includes(field));
  expect(found).toHaveLength(expected.length);
  expect(new Map(found)).toEqual(new Map(expected.map((field) => [idOf(field), [field]])));
  for (const change of changed) {
    expect(change).toMatchObject({ at, source: { kind: "elasticache", via: "aws_1" } });
    const [{ field, from, to, element } = { field: "", from: null, to: null, element: null }] = change.fields;
    expect([from, to], field).toEqual(valuesOf(field));
    expect(element?.id ?? null, field).toBe(elements[field.slice(0, field.indexOf("."))] ?? null);
    const [id] = change.deployments.map((one) => one.id);
    expect(await changes(`/deployments/${id}/changes`), field).toContainEqual(change);
  }
});

/** Lists are shown sorted, because their order means nothing. */
function valuesOf(field: string): unknown[] {
  const part = field.slice(0, field.indexOf(".") + 1);
  const values = (parts[part] as Record<string, readonly unknown[]>)[field.slice(part.length)] ?? [];
  return values.map((value) => (Array.isArray(value) ? (value as string[]).toSorted() : value));
}
