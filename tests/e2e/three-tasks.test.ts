import { expect, type Page, test } from "@playwright/test";
import type { Database } from "@shardwatch/core/contract/deployment/deployment";
import { create } from "@shardwatch/core/agent-key/agent-key";
import { seen } from "./deployments.ts";
import { openAs } from "./place.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

/*
 * What somebody with ten thousand deployments must find within ten seconds. Each click of a task is counted.
 */

const agents = 10;
const perAgent = 1_000;
/** The agent behind most of the silent deployments. */
const silentAgents = new Map([
  [3, 700],
  [7, 40],
]);
let product: TestProduct;

const database = (index: number): Database => ({
  id: "0",
  name: `db-${index}`,
  status: "active",
  version: ["6.2.14", "7.0.15", "7.2.4", "8.0.2", "8.2.1"][index % 5] ?? "8.2.1",
  memoryUsed: String((index % 89) * 1_000_000),
  memoryLimit: "100000000",
  tlsEnabled: index % 3 > 0,
  engine: "redis",
  evictionPolicy: index % 4 === 0 ? "allkeys-lru" : "noeviction",
});

/** The fullest stores, and caches that are full on purpose. */
const fullest = new Map([
  [1_111, { name: "ledger", used: "130000000", policy: "noeviction" }],
  [4_321, { name: "orders", used: "120000000", policy: "noeviction" }],
  [9_876, { name: "tickets", used: "110000000", policy: "volatile-lru" }],
  [2_000, { name: "page-cache", used: "100000000", policy: "allkeys-lru" }],
]);

function deploymentOf(index: number) {
  const known = fullest.get(index);
  const plain = database(index);
  return {
    name: known?.name ?? `cache-${index}`,
    databases: [
      known ? { ...plain, memoryUsed: known.used, evictionPolicy: known.policy, version: "8.2.1" } : plain,
    ],
  };
}

test.beforeAll(async () => {
  product = await startTestProduct();
  const { services, people } = product;
  for (let agent = 0; agent < agents; agent += 1) {
    const { keyId } = await create(people.admin, `Datacenter ${agent}`);
    const all = Array.from({ length: perAgent }, (_, index) => deploymentOf(agent * perAgent + index));
    const silent = silentAgents.get(agent) ?? 0;
    const report = (to: TestProduct, instance: string, from: number, end: number) =>
      seen(to, { kind: "agent", id: keyId, instance }, all.slice(from, end));
    const anHourAgo = { ...services, clock: { ...services.clock, now: () => Date.now() - 3_600_000 } };
    if (silent > 0) await report({ ...product, services: anHourAgo }, "retired0", 0, silent);
    await report(product, "running0", silent, perAgent);
  }
});
test.afterAll(() => product.stop());

/** Counts the clicks of a page. */
function clicksOf(page: Page) {
  let clicks = 0;
  const targets = {
    link: (name: string | RegExp) => page.getByRole("link", { name }),
    button: (name: string | RegExp) => page.getByRole("button", { name }),
    checkbox: (name: string | RegExp) => page.getByRole("checkbox", { name, exact: true }),
    summary: (hasText: string | RegExp) => page.locator("summary", { hasText }),
    header: (name: string | RegExp) => page.getByRole("columnheader", { name }).getByRole("button"),
  };
  return {
    async on(kind: keyof typeof targets, name: string | RegExp) {
      const target = targets[kind](name);
      await target.first().click();
      clicks += 1;
    },
    count: () => clicks,
  };
}

async function open(page: Page, search = "") {
  await openAs(page, "admin@example.com", `/deployments${search}`, product);
  await expect(page.getByText("loading more…")).toHaveCount(0);
  await page.locator("[data-row-link]").first().waitFor();
  return clicksOf(page);
}

const names = (page: Page) => page.locator("[data-row-link]").allInnerTexts();

test("LSX01 the three fullest stores are found with three clicks", { tag: "@all" }, async ({ page }) => {
  const click = await open(page);
  await click.on("link", /^Nearly full/);
  for (const order of ["ascending", "descending"]) {
    await click.on("header", "Memory");
    await expect(page.getByRole("columnheader", { name: "Memory" })).toHaveAttribute("aria-sort", order);
  }
  await expect.poll(async () => (await names(page)).slice(0, 3)).toEqual(["ledger", "orders", "tickets"]);
  expect(click.count()).toBe(3);
});

test(
  "FIL07 everything before 7.2 without TLS is found with five clicks",
  { tag: "@all" },
  async ({ page }) => {
    const click = await open(page, "?search=cache-");
    await click.on("button", /^Version/);
    await click.on("checkbox", "Before 7.2");
    await click.on("button", /^More filters/);
    await click.on("summary", "TLS");
    await click.on("checkbox", "No");
    const expected = Array.from({ length: agents * perAgent }, (_, index) => index).filter(
      (index) => !fullest.has(index) && index % 5 < 2 && index % 3 === 0,
    );
    await expect(page.getByRole("status").filter({ hasText: "found" })).toHaveText(
      `${expected.length.toLocaleString("en")} deployments found`,
    );
    expect(click.count()).toBe(5);
  },
);

test(
  "FIL07 the agent behind the most silent deployments is found with three clicks",
  { tag: "@all" },
  async ({ page }) => {
    const click = await open(page);
    await click.on("link", /^Silent/);
    await click.on("button", /^More filters/);
    await click.on("summary", "Reported by");
    const first = page.locator("details[open] fieldset > div").first();
    await expect(first).toContainText("Datacenter 3");
    await expect(first).toContainText("700");
    expect(click.count()).toBe(3);
  },
);
