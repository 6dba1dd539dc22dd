import { expect, type Page, test } from "@playwright/test";
import { type Database } from "@shardwatch/core/contract/deployment/deployment";
import { expectAccessible } from "./axe.ts";
import { factOf, seen } from "./deployments.ts";
import { openAs, scrollsSideways } from "./place.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

test.describe("facts", () => {
  let product: TestProduct;

  const hour = 3_600_000;
  const inDays = (days: number) => new Date(Date.now() + days * 24 * hour).toISOString();
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
  const server: Partial<Database> = {
    engine: "valkey",
    evictionPolicy: "allkeys-lru",
    role: "replica",
    maxClients: 10_000,
    startedAt: new Date(Date.now() - 5 * hour).toISOString(),
    persistence: "aof",
    persistenceFailed: true,
    replicas: 0,
    modules: ["bf", "search"],
  };

  test.beforeAll(async () => {
    product = await startTestProduct();
    await seen(product, { kind: "agent", id: "facts", instance: "demo" }, [
      { name: "told", databases: [database(server)] },
      { name: "older", databases: [database()] },
      { name: "ending", databases: [database()], certificateEnd: inDays(12) },
      { name: "ended", databases: [database()], certificateEnd: inDays(-3) },
      { name: "aa-old", databases: [database({ engine: "redis", version: "7.2.4", persistence: null })] },
      { name: "aa-ended", databases: [database({ engine: "redis", version: "7.0.15" })] },
      { name: "aa-unknown", databases: [database({ engine: "redis", version: "9.9.0" })] },
      {
        name: "hidden",
        databases: [database({ engine: "redis", evictionPolicy: null, role: null, maxClients: null })],
        gaps: ["The user may not run INFO: grant it with +info"],
      },
    ]);
    await seen(product, { kind: "redis-cloud", id: "facts", instance: "-" }, [
      {
        name: "managed",
        type: "CLOUD",
        databases: [
          database({
            engine: "redis",
            region: "eu-west-1",
            endpoint: "redis-1.example:6379",
            persistence: "aof-every-1-second",
            modules: [],
          }),
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

  /** The facts of the only database. */
  const facts = (page: Page) =>
    page
      .locator("section")
      .filter({ has: page.getByRole("heading", { level: 2, name: "Database", exact: true }) });

  async function shows(page: Page, expected: Record<string, string | RegExp>): Promise<void> {
    for (const [name, value] of Object.entries(expected))
      await expect(factOf(facts(page), name)).toHaveText(value);
  }

  test("DEX01 DEX02 a single server shows its facts instead of a table of one row", async ({ page }) => {
    await open(page, "told");
    await shows(page, {
      Engine: "Valkey",
      Role: "Replica",
      "Eviction policy": "allkeys-lru",
      Persistence: "Append-only fileLast write failed",
      Replicas: "0",
      "Client limit": "10,000",
      Modules: "bf, search",
      TLS: "Yes",
    });
    // The tiles above have these, and the facts do not repeat them.
    for (const [name, value] of Object.entries({ Version: "Valkey 7.4.2", Started: "5 hours ago" })) {
      await expect(factOf(page, name)).toHaveCount(1);
      await expect(factOf(page, name)).toHaveText(value);
    }
    // What a server of one's own cannot have is not listed.
    for (const name of ["Region", "Node type", "Endpoint", "Encrypted at rest"])
      await expect(factOf(facts(page), name)).toHaveCount(0);
    await expect(page.getByRole("table")).toHaveCount(0);
    await expectAccessible(page, "facts of a server");
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(() => scrollsSideways(page)).toBe(false);
  });

  test(
    "INC01 DEX01 a server that shows a certificate says when it ends, and one without TLS has none",
    { tag: "@all" },
    async ({ page }) => {
      const section = page.getByRole("button", { name: /^Certificate/ });
      await open(page, "ending");
      await expect(section).toHaveText(/^Certificateexpires in 12 days \(.+, 20\d\d\)$/);
      await section.click();
      await expect(factOf(page, "Certificate ends")).toHaveText(/^.+, 20\d\dexpires in 12 days$/);
      await expectAccessible(page, "certificate of a server");
      await open(page, "ended");
      await expect(section).toHaveText(/^Certificateexpired 3 days ago/);
      await open(page, "older");
      await expect(page.getByRole("button", { name: /^Version/ })).toBeVisible();
      await expect(section).toHaveCount(0);
    },
  );

  test(
    "DEX01 a fact without a value says why: it was never reported, or a right is missing, which is named",
    { tag: "@all" },
    async ({ page }) => {
      await open(page, "older");
      await shows(page, { Role: "—Not reported yet", "Client limit": "—Not reported yet" });
      await open(page, "hidden");
      const why = "—Couldn't be read. The user may not run INFO: grant it with +info";
      await shows(page, { Role: why, "Eviction policy": why });
      await open(page, "managed");
      await shows(page, {
        Region: "eu-west-1",
        Endpoint: "redis-1.example:6379",
        Persistence: "aof-every-1-second",
        Modules: "None",
      });
      await expect(facts(page)).toContainText(
        "Redis Cloud's API doesn't report start times and client limits.",
      );
    },
  );

  test(
    "DEX01 DEX05 an old version says when its support ended, what is known to be open in it, and what is not known",
    { tag: "@all" },
    async ({ page }) => {
      const section = page.getByRole("button", { name: /^Version/ });
      await openAs(page, "viewer@example.com", "/deployments?search=aa-&eos=unknown", product);
      await expect(page.locator("[data-row-link]")).toHaveText(["aa-unknown"]);
      await page.getByRole("link", { name: "aa-unknown" }).click();
      await expect(section).toHaveText("VersionRedis 9.9.0, no published end of support");
      await section.click();
      await expect(page.getByText("Vulnerabilities of this build are not known.")).toBeVisible();

      await open(page, "aa-ended");
      await expect(factOf(page, "Version").locator("xpath=following-sibling::dd[1]")).toHaveText(
        "support ended Jul 29, 2024",
      );
      await expect(section).toHaveText(/13 known vulnerabilities, up to CVSS 10\.0$/);
      await section.click();
      await expect(
        page.getByText("Not known for this branch: CVE-2026-81934, CVE-2024-46981."),
      ).toBeVisible();

      // Long before its end: the page compares with the browser's clock.
      await page.clock.setFixedTime("2026-11-01T12:00:00Z");
      await open(page, "aa-old");
      await shows(page, { Persistence: "Append-only file offINFO doesn't say whether snapshots are on" });
      await expect(section).toHaveText(
        /Redis 7\.2\.4, supported until Dec 1, 2029, \d\d known vulnerabilities, up to CVSS 10\.0$/,
      );
      await section.click();
      const listed = page
        .getByRole("list", { name: /known vulnerabilities of Redis 7\.2\.4$/ })
        .getByRole("listitem");
      await expect(listed.first()).toHaveText(
        /CVE-2025-49844CVSS 10\.0Lua scripts can run code.*Fixed in 7\.2\.11\.$/,
      );
      await expectAccessible(page, "versions");
      await expect.poll(() => scrollsSideways(page)).toBe(false);
    },
  );

  test(
    "P22 an open list and an open page show another status within fifteen seconds",
    { tag: "@all" },
    async ({ page }) => {
      const source = { kind: "agent", id: "facts", instance: "demo" } as const;
      // A server that can't save is shown so instead of its status.
      const saving = database({ ...server, persistenceFailed: false });
      const become = (status: string) =>
        seen(product, source, [{ name: "told", status, databases: [saving] }]);
      await become("active");
      await page.clock.install();
      await openAs(page, "viewer@example.com", "/deployments?search=told", product);
      const row = page
        .getByRole("row")
        .filter({ has: page.getByRole("link", { name: "told", exact: true }) });
      await expect(row).toContainText(/active/i);
      const asked = () => page.waitForResponse((answer) => answer.url().includes("/deployments/changed"));
      const first = asked();
      await page.clock.runFor(2_000);
      await first;
      await become("unreachable");
      await page.clock.runFor(10_000);
      await expect(row).toContainText(/unreachable/i);
      await page.getByRole("link", { name: "told", exact: true }).click();
      await expect(facts(page)).toBeVisible();
      const again = asked();
      await page.clock.runFor(2_000);
      await again;
      await become("active");
      await page.clock.runFor(12_000);
      await expect(
        page
          .getByRole("main")
          .getByText(/^active$/i)
          .first(),
      ).toBeVisible();
    },
  );

  // It stops the storage, so it is the last one.
  test("DEX03 a page that cannot be loaded keeps what the list knew, and says whose fault it is", async ({
    page,
  }) => {
    await openAs(page, "viewer@example.com", "/deployments?pageSize=100", product);
    const link = (name: string) => page.getByRole("link", { name, exact: true });
    await expect(link("told")).toBeVisible();
    await product.api.stop();
    await link("told").click();
    const alert = page.getByRole("alert").filter({ hasText: "Unable to Load Deployment" });
    await expect(alert).toContainText(
      "Can't reach the server. The fault is between this browser and Shardwatch. Above is what the list knew.",
    );
    await expect(page.getByRole("heading", { level: 1, name: "told" })).toBeVisible();
    await expect(factOf(page, "Type")).toHaveText("OSS (Standalone)");
    await expect(factOf(page, "Memory used")).toContainText("1.00 MiB");
    await product.api.start();
    await alert.getByRole("button", { name: "Retry" }).click();
    await shows(page, { Engine: "Valkey" });

    await page.getByRole("link", { name: "Back to Deployments" }).click();
    await product.database.stop();
    await link("older").click();
    await expect(alert).toContainText("Shardwatch had an error. Above is what the list knew.");
    await expect(alert).toContainText(/Request \S{8,}/);
  });
});

test.describe("nodes and shards", () => {
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
      await expect.poll(() => scrollsSideways(page)).toBe(false);
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
      await expect.poll(() => scrollsSideways(page)).toBe(false);
    },
  );
});
