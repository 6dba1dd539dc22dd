import type { Database } from "@shardwatch/core/contract/deployment";
import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { factOf, seen } from "./deployments.ts";
import { openAs, scrollsSideways } from "./place.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

let product: TestProduct;

const database = (fields: Partial<Database> = {}): Database => ({
  id: "0",
  name: null,
  status: "active",
  version: "7.4.2",
  memoryUsed: "1048576",
  memoryLimit: "4194304",
  tlsEnabled: true,
  ...fields,
});
const nodes = Array.from({ length: 23 }, (_, index) => ({
  id: `f00d${index}`.padEnd(8, "0"),
  role: index % 2 ? ("replica" as const) : ("primary" as const),
  slots: index % 2 ? 0 : 1_365,
  state: index === 21 ? "failed" : "ok",
}));

test.beforeAll(async () => {
  product = await startTestProduct();
  await seen(product, { kind: "agent", id: "parts", instance: "demo" }, [
    { name: "sharded", type: "CLUSTER", databases: [database({ engine: "redis", replicas: 1 })], nodes },
    {
      name: "addressed",
      databases: [database({ endpoint: "redis.internal:6379", replicas: 0, mostReplicas: 1 })],
      nodes: [
        { id: "f00d0000", role: "primary", slots: 16_384, state: "ok", address: "10.0.0.9:6379" },
        { id: "f00d0001", role: "replica", replicaOf: "f00d0000", slots: 0, state: "ok" },
      ],
      type: "CLUSTER",
    },
    {
      name: "enterprise",
      type: "ENTERPRISE",
      databases: [database({ id: "7", name: "ledger" }), database({ id: "8", name: "webhooks" })],
      shards: [
        { id: "14", database: "7", node: "1", role: "primary", state: "active" },
        { id: "15", database: "7", node: "2", role: "replica", state: "down" },
        { id: "16", database: "8", node: "2", role: "primary", state: "active" },
      ],
    },
  ]);
});
test.afterAll(() => product.stop());

async function open(page: Page, name: string): Promise<void> {
  await openAs(page, "viewer@example.com", `/deployments?search=${name}`, product);
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name, exact: true })).toBeVisible();
}

test(
  "DEX01 a cluster lists its nodes by role, slots and state, those in trouble first",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "sharded");
    const section = page.getByRole("button", { name: /^Nodes/ });
    await expect(section).toHaveText("Nodes23 nodes, 12 primaries, 1 in trouble");
    await section.click();
    const rows = page.getByRole("table", { name: "Nodes" }).getByRole("row");
    await expect(rows).toHaveCount(21);
    await expect(rows.nth(1)).toHaveText("f00d2100Replica0failed");
    await expect(rows.nth(2)).toHaveText("f00d0000Primary1,365ok");
    await page.getByRole("button", { name: "Show all 23 nodes" }).click();
    await expect(rows).toHaveCount(24);
    await expectAccessible(page, "nodes of a cluster");
  },
);

test(
  "DEX01 an address that the agent may tell is shown, for the deployment and for its nodes",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "addressed");
    await expect(factOf(page, "Endpoint")).toHaveText("redis.internal:6379");
    await expect(factOf(page, "Replicas of each primary")).toHaveText("0 to 1");
    await page.getByRole("button", { name: /^Nodes/ }).click();
    const rows = page.getByRole("table", { name: "Nodes" }).getByRole("row");
    await expect(rows.nth(1)).toHaveText("f00d0000Primary16,384ok10.0.0.9:6379");
    await expect(rows.nth(2)).toHaveText(/^f00d0001Replica of f00d00000ok.*The cluster doesn't know it/);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await scrollsSideways(page)).toBe(false);
  },
);

test(
  "DEX01 a Redis Enterprise cluster lists its shards with database, node, role and state",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "enterprise");
    const section = page.getByRole("button", { name: /^Shards/ });
    await expect(section).toHaveText("Shards3 shards, 2 primaries, 1 in trouble");
    await section.click();
    const rows = page.getByRole("table", { name: "Shards" }).getByRole("row");
    await expect(rows.nth(0)).toHaveText("ShardDatabaseNodeRoleState");
    await expect(rows.nth(1)).toHaveText("15ledger2Replicadown");
    await expect(rows.nth(2)).toHaveText("14ledger1Primaryactive");
    await expect(rows.nth(3)).toHaveText("16webhooks2Primaryactive");
    await expectAccessible(page, "shards of a cluster");
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await scrollsSideways(page)).toBe(false);
  },
);
