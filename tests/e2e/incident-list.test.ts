import { expect, type Page, test } from "@playwright/test";
import { evaluate } from "@shardwatch/core/incident/pass";
import { expectAccessible } from "./axe.ts";
import { rowOf, seen } from "./deployments.ts";
import { openAs, scrollsSideways } from "./place.ts";
import { startAtMidday, type TestProduct } from "./test-product.ts";

const minute = 60_000;
const source = { kind: "agent", id: "key", instance: "zeta" } as const;
const database = {
  id: "1",
  name: "main",
  status: "active",
  version: "7.2.4",
  memoryUsed: "97",
  memoryLimit: "100",
  tlsEnabled: true,
  persistenceFailed: true,
};

let product: TestProduct;
let now = 0;
let last = 0;

/** Looks at the organization in each of the last minutes. */
async function pass(minutes: number): Promise<void> {
  for (let ago = minutes - 1; ago >= 0; ago -= 1) {
    const time = last - ago * minute;
    const due = { minute: time, previous: time - minute, since: time - 60 * minute };
    await evaluate({ ...product.services, clock: { now: () => time } }, product.people.organization, due);
  }
}

/** A store with two troubles, and two servers that can't be reached. */
test.beforeAll(async () => {
  ({ product, now } = await startAtMidday());
  last = now - (now % minute);
  await seen(product, source, [
    { name: "zeta-full", databases: [database] },
    ...["one", "two"].map((name) => ({ name: `zeta-${name}`, status: "unreachable" })),
  ]);
  await pass(5);
});
test.beforeEach(({ page }) => page.clock.setFixedTime(now));
test.afterAll(() => product.stop());

const title = (name: string) => `zeta-${name}: unreachable`;
const open = (page: Page, path = "/incidents") => openAs(page, "admin@example.com", path, product);
const full = "zeta-full: memory at 97.0% of its limit";
const select = (page: Page, of: string) => page.getByRole("checkbox", { name: `Select ${of}` });
const bar = (page: Page) => page.getByRole("toolbar", { name: "Selected incidents" });
const link = (page: Page, name: string) => page.getByRole("link", { name: title(name), exact: true });

test(
  "SCR11 the focus stays where a person acknowledges, undoes it and silences, in the list and on the page",
  { tag: "@all" },
  async ({ page }) => {
    await open(page);
    await rowOf(page, title("one")).getByRole("button", { name: "Acknowledge" }).click();
    await expect(link(page, "one")).toBeFocused();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Undo acknowledgement" }).press("Enter");
    await expect(page.getByRole("button", { name: "Acknowledge", exact: true })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page.getByRole("button", { name: "Add a note" })).toBeFocused();
    await page.getByRole("button", { name: "Undo acknowledgement" }).click();
    await page.goBack();

    await link(page, "one").focus();
    await page.keyboard.press("s");
    await page.getByRole("dialog", { name: "Silence" }).getByLabel("Reason").fill("The host moves");
    await page.keyboard.press("Enter");
    await expect(link(page, "one")).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1, name: "Incidents" })).toBeFocused();
  },
);

test(
  "SCR11 incidents are grouped by deployment, and the address keeps it",
  { tag: "@all" },
  async ({ page }) => {
    await open(page);
    // The address decides, so the box is checked when the navigation is done.
    await page.getByRole("checkbox", { name: "Group by deployment" }).click();
    await expect(page).toHaveURL(/\?group=deployment$/);
    await page.reload();
    await expect(page.getByRole("checkbox", { name: "Group by deployment" })).toBeChecked();
    await expect(page.getByRole("columnheader", { name: "Deployment" })).toBeVisible();
    const rows = page.getByRole("row").filter({ hasText: /^.*zeta-full: / });
    await expect(rows).toHaveCount(2);
    await expect(page.getByRole("link", { name: "zeta-full", exact: true })).toHaveCount(1);
    const names = await page.getByRole("rowheader").allTextContents();
    const places = names.flatMap((name, place) => (name.includes("zeta-full: ") ? [place] : []));
    expect(places[1]).toBe((places[0] ?? 0) + 1);
    const folder = process.env["SHOTS"];
    for (const colorScheme of ["light", "dark"] as const)
      for (const width of [1_440, 768, 360]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        await expect.poll(() => scrollsSideways(page), `${width} px`).toBe(false);
        if (folder !== undefined)
          await page.screenshot({ path: `${folder}/list-${width}-${colorScheme}.png` });
      }
  },
);

test(
  "SCR11 several incidents are acknowledged and silenced together, and what fails is named with its reason",
  { tag: "@all" },
  async ({ page }) => {
    await open(page);
    await select(page, title("two")).check();
    await select(page, full).check();
    await expect(bar(page)).toContainText("2 selected");
    await expectAccessible(page, "selected incidents");
    // One of them is over in the meantime.
    last += 10 * minute;
    const later = { ...product, services: { ...product.services, clock: { now: () => last - 5 * minute } } };
    await seen(later, source, [
      { name: "zeta-full", databases: [database] },
      { name: "zeta-one", status: "unreachable" },
      { name: "zeta-two" },
    ]);
    await pass(5);
    await bar(page).getByRole("button", { name: "Acknowledge" }).click();
    const failed = page.getByRole("dialog", { name: "Not acknowledged: 1 incident" });
    await expect(failed.getByRole("listitem")).toContainText([title("two")]);
    await failed.getByRole("button", { name: "Close" }).click();
    await expect(rowOf(page, full)).toContainText("Acknowledged by");

    await page.reload();
    await select(page, full).check();
    await page.setViewportSize({ width: 360, height: 800 });
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await bar(page).getByRole("button", { name: "Silence…" }).click();
    const dialog = page.getByRole("dialog", { name: "Silence 1 incident" });
    await dialog.getByLabel("Reason").fill("Upgrade");
    await expectAccessible(page, "silence of several", { within: "dialog[open]" });
    await dialog.getByRole("button", { name: "Silence", exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole("link", { name: full, exact: true })).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1, name: "Incidents" })).toBeFocused();
    await expect(bar(page)).toHaveCount(0);
  },
);
