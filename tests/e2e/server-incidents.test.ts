import { expect, test } from "@playwright/test";
import { evaluate } from "@shardwatch/core/incident/pass";
import { expectAccessible } from "./axe.ts";
import { cellOf, rowOf, seen } from "./deployments.ts";
import { openAs } from "./place.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

const minute = 60_000;
const day = 24 * 60 * minute;
const source = { kind: "agent", id: "key", instance: "eta" } as const;

let product: TestProduct;
let last = 0;

const server = (name: string, more: { replicas?: number; persistenceFailed?: boolean }) => ({
  name,
  databases: [
    {
      id: "0",
      name: null,
      status: "active",
      version: "7.2.4",
      memoryUsed: "10",
      memoryLimit: "100",
      tlsEnabled: true,
      role: "primary" as const,
      ...more,
    },
  ],
});

async function pass(minutes: number): Promise<void> {
  for (let ago = minutes - 1; ago >= 0; ago -= 1) {
    const time = last - ago * minute;
    const due = { minute: time, previous: time - minute, since: time - 60 * minute };
    await evaluate({ ...product.services, clock: { now: () => time } }, product.people.organization, due);
  }
}

/** A server whose disk is full, and a primary without the replica that it had for two days. */
test.beforeAll(async () => {
  product = await startTestProduct();
  const { services } = product;
  last = services.clock.now() - (services.clock.now() % minute);
  const at = (time: number) => ({ ...product, services: { ...services, clock: { now: () => time } } });
  const before = [server("eta-full", { persistenceFailed: false }), server("eta-pair", { replicas: 1 })];
  await seen(at(last - 2 * day), source, before);
  await seen(product, source, [
    server("eta-full", { persistenceFailed: true }),
    server("eta-pair", { replicas: 0 }),
  ]);
  await pass(8);
});
test.afterAll(() => product.stop());

test(
  "MND14 MND16 list and detail say that a server can't save, and a viewer says that a lost replica is intended",
  { tag: "@all" },
  async ({ page }) => {
    const open = (path: string) => openAs(page, "viewer@example.com", path, product);
    await open("/deployments?search=eta-");
    await expect(await cellOf(page, "eta-full", "Status")).toContainText("Can't save");
    await expect(await cellOf(page, "eta-pair", "Status")).toContainText("active");
    await page.getByRole("link", { name: "eta-full", exact: true }).click();
    await expect(page.getByRole("main").getByText("Can't save", { exact: true })).toBeVisible();

    await open("/incidents");
    await expect(page.getByRole("link", { name: "eta-full: can't save to its disk" })).toBeVisible();
    await page.getByRole("link", { name: "eta-pair: has lost its replica" }).click();
    await expect(page.getByRole("region", { name: "What to do" })).toContainText(
      "say here that it's intended",
    );
    await expectAccessible(page, "incident", { thorough: true });
    await page.getByRole("button", { name: "It's intended" }).click();
    await expect(page.getByRole("region", { name: "Timeline" })).toContainText(
      "Marked as intended by Yuki Tanaka",
    );
    await expect(page.getByRole("button", { name: "It's intended" })).toHaveCount(0);
    last += minute;
    await pass(1);
    await open("/incidents?state=past");
    await expect(rowOf(page, "eta-pair: has lost its replica")).toContainText("Intended");
  },
);
