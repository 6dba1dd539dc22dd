import { expect, type Page, test } from "@playwright/test";
import type { IncidentList } from "@shardwatch/core/contract/incident/incident";
import { evaluate } from "@shardwatch/core/incident/pass";
import { expectAccessible } from "./axe.ts";
import { seen } from "./deployments.ts";
import { arrive, openAs } from "./place.ts";
import { startAtMidday, type TestProduct } from "./test-product.ts";

const minute = 60_000;
const email = "admin@example.com";
const source = { kind: "agent", id: "key", instance: "zeta" } as const;
const title = "zeta-full: memory at 97.0% of its limit";

let product: TestProduct;
let time = 0;
test.beforeAll(async () => {
  ({ product, now: time } = await startAtMidday());
});
test.afterAll(() => product.stop());

/** Minutes pass, in which a store is so full. */
async function pass(minutes: number, percent: number): Promise<void> {
  const database = { id: "1", name: "main", status: "active", version: "7.2.4", tlsEnabled: true };
  for (let passed = 0; passed < minutes; passed += 1) {
    time = product.holdTime(time + minute);
    const databases = [{ ...database, memoryUsed: String(percent), memoryLimit: "100" }];
    await seen(product, source, [{ name: "zeta-full", databases }]);
    const at = time - (time % minute);
    const due = { minute: at, previous: at - minute, since: at - 60 * minute };
    await evaluate(product.services, product.people.organization, due);
  }
}

const bell = (page: Page) => page.getByRole("banner").getByRole("button", { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole("dialog", { name: "Notifications" });
const inRail = (page: Page) =>
  page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Incidents/ });

async function openIncidents(page: Page): Promise<IncidentList["incidents"]> {
  return ((await (await page.request.get(`${product.apiUrl}/incidents`)).json()) as IncidentList).incidents;
}

/** How many warnings and criticals are open. */
const countOpen = async (page: Page): Promise<number> =>
  (await openIncidents(page)).filter(({ severity }) => severity !== "info").length;

/** Opens the bell, and returns how many of its rows are about the incident. */
async function rowsOfIncident(page: Page): Promise<number> {
  await bell(page).click();
  await expect(panel(page)).toHaveAttribute("open", "");
  await expect(panel(page).locator("[aria-busy=false]")).toBeVisible();
  const count = await panel(page).getByRole("listitem").filter({ hasText: title }).count();
  await page.keyboard.press("Escape");
  return count;
}

test(
  "SCR03 NTF02 LAY04 bell, rail and panel agree while an incident opens, is silenced and ends, without a reload of the page",
  { tag: "@all" },
  async ({ page }) => {
    await pass(1, 10);
    await page.clock.install({ time });
    await openAs(page, email, "/deployments", product);
    const before = await countOpen(page);
    const rail = (open: number, silenced = 0) => {
      const counts = [open > 0 && `${open} open`, silenced > 0 && `${silenced} silenced`];
      return ["Incidents", counts.filter((count) => count !== false).join(", ")].join(" ").trim();
    };
    await expect(inRail(page)).toHaveAccessibleName(rail(before));
    await expect(bell(page)).toHaveAccessibleName("Notifications");

    await pass(5, 97);
    const full = (await openIncidents(page)).find((one) => one.title === title);
    expect(full?.severity).toBe("critical");
    await page.clock.fastForward(5 * minute);
    const during = await countOpen(page);
    await expect(inRail(page)).toHaveAccessibleName(rail(during));
    await expect(bell(page)).toHaveAccessibleName("Notifications");
    expect(await rowsOfIncident(page)).toBe(0);

    const silenced = await page.request.post(`${product.apiUrl}/silences`, {
      headers: { origin: product.webUrl },
      data: {
        scope: { kind: "incident", incidentId: full?.id },
        until: new Date(time + 300 * minute).toISOString(),
        reason: "The store grows tonight",
      },
    });
    expect(silenced.status()).toBe(201);
    await page.clock.fastForward(minute + 1);
    await expect(inRail(page)).toHaveAccessibleName(rail(during - 1, 1));

    await pass(12, 10);
    // The session has ended before the store has recovered.
    await arrive(page, email, product);
    expect((await openIncidents(page)).map(({ id }) => id)).not.toContain(full?.id);
    await page.clock.fastForward(minute + 1);
    await expect(inRail(page)).toHaveAccessibleName(rail(await countOpen(page)));
    await expect(bell(page)).toHaveAccessibleName("Notifications, 1 unread");
    expect(await rowsOfIncident(page)).toBe(1);

    await bell(page).click();
    const row = panel(page).getByRole("listitem").filter({ hasText: title });
    await expect(row).toContainText("This incident has ended.");
    await expectAccessible(page, "bell with the message of an incident", { within: "dialog[open]" });
    await row.getByRole("link", { name: "Critical incident" }).click();
    await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
    await expect(bell(page)).toHaveAccessibleName("Notifications");
  },
);
