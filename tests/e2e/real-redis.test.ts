import { expect, type Page, test } from "@playwright/test";
import { AgentProcess } from "../../packages/agent/test/agent-process.ts";
import {
  documentedRights,
  engine,
  type RedisServer,
  startRedisServer,
} from "../../packages/agent/test/redis-server.ts";
import { factOf } from "./deployments.ts";
import { signIn } from "./place.ts";
import { type RunningProduct, startProduct } from "./product.ts";

// Agents report quickly only while a product is young, so the test starts its own.
let product: RunningProduct;
test.beforeAll(async () => {
  product = await startProduct({ environment: { SHARDWATCH_REDIS: "off" } });
});
test.afterAll(() => product.stop());

const password = "only-for-this-test";
const limitMegabytes = 100;

async function startRedis(port?: number): Promise<RedisServer> {
  const redis = await startRedisServer({
    ...(port !== undefined && { port }),
    args: ["--maxmemory", `${limitMegabytes}mb`],
  });
  await redis.cli("ACL", "SETUSER", "watcher", "on", `>${password}`, ...documentedRights);
  const fill = "for i = 1, 51200 do redis.call('SET', 'key:' .. i, string.rep('x', 1024)) end";
  await redis.cli("EVAL", fill, "0");
  return redis;
}

async function createKey(page: Page, name: string): Promise<{ keyId: string; compositeKey: string }> {
  const answer = await page.request.post(`${product.apiUrl}/access-key`, {
    headers: { origin: product.webUrl },
    data: { name },
  });
  expect(answer.status()).toBe(201);
  return (await answer.json()) as { keyId: string; compositeKey: string };
}

async function onTheList(page: Page, name: string, status: RegExp): Promise<void> {
  await expect(async () => {
    await page.goto(`${product.webUrl}/deployments?search=${name}`);
    const row = page.getByRole("row").filter({ has: page.getByRole("link", { name, exact: true }) });
    await expect(row.getByText(status)).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 60_000 });
}

test(
  "SCR07 AGT02 AGT19 AGT24 AGT25 AGT30 KEY24 a real Redis is seen in the browser, down, up again, and its key revoked",
  { tag: "@all" },
  async ({ page }) => {
    test.setTimeout(120_000);
    await signIn(page, "admin@example.com", product);
    const { keyId, compositeKey } = await createKey(page, "End to end");
    let redis = await startRedis();
    const name = `real-redis-${redis.port}`;
    const agent = await AgentProcess.start(
      ["run"],
      `api: ${product.apiUrl}\nkey: ${compositeKey}\ndeployments:\n  - name: ${name}\n    address: 127.0.0.1:${redis.port}\n    username: watcher\n    password: ${password}\n`,
    );
    try {
      await onTheList(page, name, /^active$/i);

      await page.getByRole("link", { name, exact: true }).click();
      await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
      const { version } = engine();
      const used = Number(/used_memory:(\d+)/.exec(await redis.cli("INFO", "memory"))?.[1]);
      expect(used).toBeGreaterThan(50 * 1_048_576);
      const facts = page.locator("section").filter({ has: page.getByRole("heading", { name: "Database" }) });
      await expect(factOf(page, "Version")).toContainText(version);
      await expect(factOf(facts, "Memory limit")).toContainText(`${limitMegabytes}.00`);
      await expect(factOf(facts, "Memory used")).toContainText(
        new RegExp(`${Math.floor(used / 1_048_576)}\\.\\d\\d\\s*MiB`),
      );
      const percent = Math.floor((100 * used) / (limitMegabytes * 1_048_576));
      await expect(factOf(facts, "Memory utilization")).toContainText(new RegExp(`${percent}\\.\\d\\s*%`));
      // Its figures are there at once, and the charts begin at the first report.
      const live = page.getByRole("region", { name: "Live figures" });
      await expect(factOf(live, "Keys")).toContainText("51.2k");
      await expect(factOf(live, "Operations")).toContainText("ops/s");
      const history = page.getByRole("region", { name: "History" });
      await history.scrollIntoViewIfNeeded();
      await expect(history.getByRole("figure", { name: /^Memory used of/ })).toBeVisible();

      const { port } = redis;
      await redis.stop();
      await onTheList(page, name, /^unreachable$/i);

      redis = await startRedis(port);
      await onTheList(page, name, /^active$/i);

      const revoked = await page.request.delete(`${product.apiUrl}/access-key/${keyId}`, {
        headers: { origin: product.webUrl },
      });
      expect(revoked.status()).toBe(204);
      const line = await agent.logged(({ event }) => /revoked or wrong/.test(String(event)));
      expect(Number(line["nextTryInSeconds"])).toBeGreaterThanOrEqual(300);
      expect(agent.stderr + agent.stdout).not.toContain(compositeKey);
      expect(agent.stderr + agent.stdout).not.toContain(password);
    } finally {
      await agent.stop();
      await redis.stop();
    }
  },
);
