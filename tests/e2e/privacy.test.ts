import { expect, type Page, test } from "@playwright/test";
import { deploymentKey } from "@shardwatch/core/deployment/rows/deployment.keys";
import { deploymentId } from "@shardwatch/core/deployment/rows/observation";
import { once } from "node:events";
import net from "node:net";
import { AgentProcess } from "../../packages/agent/test/agent-process.ts";
import { documentedRights, startRedisServer } from "../../packages/agent/test/redis-server.ts";
import { expectAccessible } from "./axe.ts";
import { cellOf, factOf, seen } from "./deployments.ts";
import { openAs, scrollsSideways } from "./place.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

let product: TestProduct;
const password = "Sesame-0pen-up";
const database = {
  id: "0",
  name: null,
  status: "active",
  version: "7.2.4",
  memoryUsed: "1000",
  memoryLimit: "5000",
  tlsEnabled: true,
};

test.beforeAll(async () => {
  product = await startTestProduct();
  const agent = {
    kind: "agent",
    id: "key_01m1sp1aced000000000000000",
    instance: "agent00000000001",
  } as const;
  await seen(product, agent, [
    { name: "old-agent", databases: [database] },
    { name: "not-read", databases: undefined, status: "denied", commands: { AUTH: 1 } },
  ]);
  await seen(product, { kind: "redis-cloud", id: "facts", instance: "-" }, [
    { name: "managed", type: "CLOUD", databases: [database] },
    { name: "of-later", type: "CLOUD", databases: [{ ...database, evictionPolicy: "noeviction" }] },
  ]);
});
test.afterAll(() => product.stop());

/** The rows of a table as texts, by the first cell. */
async function rowsOf(page: Page, name: string): Promise<Map<string, string>> {
  const rows = page.getByRole("table", { name, exact: true }).getByRole("row");
  await expect(rows.nth(1)).toBeVisible();
  const cells = await rows.evaluateAll((all) =>
    all.map((row) => [...row.querySelectorAll("th, td")].map((cell) => cell.textContent)),
  );
  return new Map(cells.slice(1).map(([first = "", second = ""]) => [first, second]));
}

async function open(page: Page, name: string): Promise<void> {
  await openAs(page, "viewer@example.com", `/deployments?search=${name}`, product);
  await page.getByRole("link", { name, exact: true }).click();
  await page.getByRole("link", { name: /What Shardwatch received|What Shardwatch reads/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: `Data received from ${name}` })).toBeVisible();
}

test(
  "DEX04 R11 the page of a real server has the counts that the server has itself, and nothing that was planted there",
  { tag: "@all" },
  async ({ page }) => {
    const redis = await startRedisServer();
    try {
      await redis.cli("ACL", "SETUSER", "watcher", "on", `>${password}`, ...documentedRights);
      await redis.cli("SET", "planted-key", "planted-value");
      const client = net.connect(redis.port, "127.0.0.1");
      client.write("CLIENT SETNAME planted-client\r\n");
      await once(client, "data");
      await redis.cli("CONFIG", "RESETSTAT");

      await openAs(page, "admin@example.com", "/deployments", product);
      const created = await page.request.post(`${product.apiUrl}/access-key`, {
        headers: { origin: product.webUrl },
        data: { name: "Privacy page" },
      });
      const { compositeKey } = (await created.json()) as { compositeKey: string };
      const configuration = `api: ${product.apiUrl}\nkey: ${compositeKey}\ndeployments:\n  - name: real-one\n    address: 127.0.0.1:${redis.port}\n    username: watcher\n    password: ${password}\n`;
      const agent = await AgentProcess.start(["once"], configuration);
      expect(await agent.exit()).toBe(0);
      const statistics = await redis.cli("INFO", "commandstats");
      client.destroy();

      await open(page, "real-one");
      const counted = new Map(
        [...statistics.matchAll(/cmdstat_(\w+):calls=(\d+)/g)].map(([, name = "", calls]) => [name, calls]),
      );
      const shown = await rowsOf(page, "Commands sent");
      for (const [name, count] of shown)
        expect([name, count]).toEqual([name, counted.get(name.toLowerCase()) ?? "0"]);
      expect(
        [...shown]
          .filter(([, count]) => count !== "0")
          .map(([name]) => name)
          .toSorted(),
      ).toEqual(["AUTH", "INFO"]);
      expect([...counted.keys()].toSorted()).toEqual(["auth", "info"]);

      const fields = await rowsOf(page, "Database 0");
      expect(fields.get("databases[0].evictionPolicy")).toBe("noeviction");
      const agentFields = await rowsOf(page, "Agent");
      expect(agentFields.get("agent.platform")).toBe(`${process.platform}-${process.arch}`);
      await expect(factOf(page, "Agent key")).toHaveText("Privacy page");
      const text = await page.locator("main").innerText();
      for (const planted of ["planted", password, compositeKey, "127.0.0.1", String(redis.port), "watcher"])
        expect(text).not.toContain(planted);
      await expectAccessible(page, "the privacy page");
      for (const width of [768, 360]) {
        await page.setViewportSize({ width, height: 800 });
        await expect.poll(() => scrollsSideways(page)).toBe(false);
      }
    } finally {
      await redis.stop();
    }
  },
);

test(
  "DEX04 an agent that does not count, databases that were not read, and a source that we read are told apart",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "old-agent");
    await expect(page.getByText("This report has no command counts.")).toBeVisible();
    await expect(page.getByText("--print-only")).toBeVisible();
    await open(page, "not-read");
    await expect(page.getByText("The last report had no databases")).toBeVisible();
    expect((await rowsOf(page, "Commands sent")).get("INFO")).toBe("0");
    await open(page, "managed");
    expect([...(await rowsOf(page, "API calls")).keys()]).toContain("GET /subscriptions");
    await expect(page.getByText("--print-only")).toHaveCount(0);
    await page.goto(`${product.webUrl}/deployments/dep_00000000000000000000/privacy`);
    await expect(page.getByRole("heading", { name: "Deployment not found" })).toBeVisible();
  },
);

test(
  "SLF07 a deployment whose source only a later release knows has its page, and a privacy page that claims nothing",
  { tag: "@all" },
  async ({ page }) => {
    const { table } = product.services;
    const { organization } = product.people;
    const key = deploymentKey(organization, deploymentId(organization, "redis-cloud", "of-later"));
    const [row] = await table.batchGet([key]);
    const item = String(row?.["item"]).replace('"source":"redis-cloud"', '"source":"later"');
    await table.update(key, { set: { item } });

    await openAs(page, "viewer@example.com", "/deployments?search=of-later", product);
    await expect(await cellOf(page, "of-later", "Source")).toHaveText("later");
    await page.getByRole("link", { name: "of-later", exact: true }).click();
    await expect(page.getByText("Only a later release knows this source.")).toBeVisible();
    await expect(page.locator("bdi", { hasText: "noeviction" })).toBeVisible();
    await page.getByRole("link", { name: "What Shardwatch reads" }).click();
    await expect(page.getByText("Only a later release of Shardwatch knows this source.")).toBeVisible();
    await expect(page.getByRole("heading", { name: "What is never read" })).toHaveCount(0);
    await expectAccessible(page, "privacy of a later source");
  },
);
