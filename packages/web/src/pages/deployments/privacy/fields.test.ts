import { deployment } from "@shardwatch/core/contract/deployment/deployment";
import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { report } from "@shardwatch/core/contract/report/report";
import { expect, test } from "vitest";
import { derivedFields, fieldGroups, notKept } from "./fields.ts";

const database = {
  id: "0",
  name: "orders",
  status: "active",
  version: "8.0.1",
  memoryUsed: "2097152",
  memoryLimit: "0",
  tlsEnabled: false,
  engine: "redis",
  evictionPolicy: "noeviction",
  nodeType: "large",
  region: "eu",
  role: "primary",
  maxClients: 10,
  startedAt: "2026-03-01T00:00:00Z",
  persistence: "aof",
  persistenceFailed: false,
  replicas: 0,
  mostReplicas: 1,
  modules: ["bf", "search"],
  encryptedAtRest: true,
  activeActive: false,
  tiered: false,
  endpoint: "redis.example:6379",
} as const;

/** A deployment of which every field has a value. */
const full: Required<Deployment> = {
  id: "dep_1",
  organizationId: "org_1",
  name: "orders",
  type: "CLUSTER",
  source: "agent",
  status: "degraded",
  statusMessage: "A node has failed",
  lastUpdated: "2026-03-01T12:00:00.000Z",
  databaseCount: 1,
  memoryUsed: "2097152",
  memoryLimit: "0",
  cloudSubscription: { subscriptionType: "PRO", provider: "AWS", regions: ["eu"], link: "https://a.example" },
  enterpriseAdminUrl: "https://admin.example",
  certificateEnd: "2027-01-01T00:00:00.000Z",
  statusSince: "2026-03-01T11:00:00.000Z",
  via: "key_1/agent",
  facts: { versions: ["8.0.1", "8.0.1"], gaps: true },
  fullest: { utilization: 1, database: "orders" },
  evicted: 3,
  databases: [{ ...database, modules: [...database.modules] }],
  license: {
    activationDate: "2026-01-01T00:00:00Z",
    expirationDate: "2027-01-01T00:00:00Z",
    clusterName: "c",
    owner: "o",
    ramShardsInUse: 1,
    ramShardsLimit: 2,
    flashShardsInUse: 3,
    flashShardsLimit: 4,
    shardsLimit: 5,
    features: ["bigstore"],
  },
  feeds: [
    {
      kind: "agent",
      id: "key_1",
      name: "Production",
      lastUsed: "2026-03-01T12:00:00.000Z",
      failure: null,
    },
  ],
  detailedHistory: true,
  gaps: ["The user may not run INFO"],
  nodes: [
    {
      id: "f00d0000",
      address: "10.1.2.3:6379",
      role: "primary",
      replicaOf: "f00d0001",
      slots: 16_384,
      state: "ok",
    },
  ],
  shards: [{ id: "1", database: "0", node: "2", role: "primary", state: "active" }],
  report: {
    receivedAt: "2026-03-01T12:00:00.000Z",
    measuredAt: "2026-03-01T12:00:00.000Z",
    complete: true,
    commands: { INFO: 1 },
    agent: {
      id: "0123456789abcdef",
      name: "rack 7",
      version: "1",
      platform: "linux-x64",
      startedAt: "2026-03-01T11:00:00.000Z",
      clockSkewMs: 5,
      lastError: "none",
      roundMs: 250,
    },
  },
};

const sent = fieldGroups(full).flatMap(({ fields }) => fields);

test("DEX04 every field of the report's format is on the page, or the page says what happens to it", () => {
  const shown = new Set([...sent, ...notKept].map(({ name }) => name.replaceAll(/\[\d*\]/g, "[]")));
  const deployments = report.shape.deployments.element.shape;
  const parts = {
    "": report.shape,
    "agent.": report.shape.agent.shape,
    "deployments[].": deployments,
    "databases[].": deployments.databases.unwrap().element.shape,
    "license.": deployments.license.unwrap().shape,
    "nodes[].": deployments.nodes.unwrap().element.shape,
    "shards[].": deployments.shards.unwrap().element.shape,
  };
  // These are the parts themselves.
  const groups = new Set(["agent", "deployments", "databases", "license", "nodes", "shards"]);
  for (const [part, fields] of Object.entries(parts))
    for (const name of Object.keys(fields).filter((each) => !groups.has(each)))
      expect(shown, `${part}${name}`).toContain(`${part.replace("deployments[].", "")}${name}`);
});

test("DEX04 every other field of the answer is named with its origin", () => {
  const names = new Set([...derivedFields(full), ...sent].map(({ name }) => name.replace(/[.[].*$/, "")));
  for (const name of Object.keys(deployment.shape)) if (name !== "report") expect(names).toContain(name);
});

test("DEX04 values are shown as they were sent, byte figures also in words", () => {
  const valueOf = (name: string) => sent.find((field) => field.name === name)?.value;
  expect(valueOf("databases[0].memoryUsed")).toBe("2097152 (2.00 MiB)");
  expect(valueOf("databases[0].memoryLimit")).toBe("0 (no limit set)");
  expect(valueOf("databases[0].modules")).toBe("bf, search");
  expect(valueOf("databases[0].tlsEnabled")).toBe("false");
  expect(valueOf("gaps")).toBe("The user may not run INFO");
});

test("DEX04 the status of a silent source is ours", () => {
  const silent = { ...full, status: "stale" };
  expect(
    fieldGroups(silent)
      .flatMap(({ fields }) => fields)
      .map(({ name }) => name),
  ).not.toContain("status");
  expect(derivedFields(silent)[0]).toMatchObject({ name: "status", value: "stale" });
});
