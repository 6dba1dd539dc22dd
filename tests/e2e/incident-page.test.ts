import { expect, type Page, test } from "@playwright/test";
import { evaluate } from "@shardwatch/core/incident/pass";
import { expectAccessible } from "./axe.ts";
import { seen } from "./deployments.ts";
import { figureOf, secondAgent, withPast } from "./past.ts";
import { openAs, scrollsSideways } from "./place.ts";
import { startAtMidday, type TestProduct } from "./test-product.ts";

const minute = 60_000;
const gib = 2 ** 30;
const source = { kind: "agent", id: "key_01m1sp1aced000000000000000", instance: "agent00000000001" } as const;

let product: TestProduct;
let now = 0;

const database = (id: string, used: number) => ({
  id,
  name: `db-${id}`,
  status: "active",
  version: "7.2.4",
  memoryUsed: String(used * gib),
  memoryLimit: String(64 * gib),
  tlsEnabled: true,
  endpoint: `cache-${id}.example.com:6379`,
});

/** A store that has been full for half an hour, and a server that can't be reached and has no past. */
test.beforeAll(async () => {
  ({ product, now } = await startAtMidday());
  const { services, people } = product;
  const before = { ...services, clock: { ...services.clock, now: () => now - 2_000 } };
  await withPast({ ...product, services: before }, [
    { name: "zeta-store", databases: 2, past: (ago) => ({ used: (ago < 7 ? 60 : 40) * gib }) },
  ]);
  await seen(product, source, [
    { name: "zeta-store", databases: [database("0", 60), database("1", 61)] },
    { name: "zeta-gone", status: "unreachable" },
  ]);
  // Another agent says nothing any more, the first of its servers for longer.
  const quiet = { ...services, clock: { ...services.clock, now: () => now - 20 * minute } };
  await withPast(
    { ...product, services: quiet },
    [
      { name: "zeta-calm", databases: 1, past: (ago) => (ago < 12 ? undefined : { used: gib }) },
      { name: "zeta-quiet", databases: 1, past: () => ({ used: gib }) },
    ],
    secondAgent,
  );
  const last = now - (now % minute);
  for (let ago = 4; ago >= 0; ago -= 1) {
    const time = last - ago * minute;
    const due = { minute: time, previous: time - minute, since: time - 60 * minute };
    await evaluate({ ...services, clock: { now: () => time } }, people.organization, due);
  }
});
test.beforeEach(({ page }) => page.clock.setFixedTime(now));
test.afterAll(() => product.stop());

const open = async (page: Page, title: string) => {
  await openAs(page, "admin@example.com", "/incidents", product);
  await page.getByRole("link", { name: title, exact: true }).click();
};
const region = (page: Page, name: string) => page.getByRole("region", { name });

test(
  "SCR11 the incident of a full database has its memory with the thresholds and the onset, a link to its history, and a command with its address",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "zeta-store: memory at 95.3% of its limit in db-1");
    const section = region(page, "When it began");
    await expect(section).toContainText(/\d\d:\d\d, at the flag/);
    const figure = section.getByRole("figure");
    await expect(figure).toHaveAccessibleName(/of zeta-store, from .*: from 64\.1% to 95\.3%, last 95\.3%/);
    await expect(figure).toHaveAccessibleName(
      /warning from 90%; critical from 95%; the incident began \w+ \d+, \d\d:\d\d$/,
    );
    await expect(region(page, "What to do")).toContainText(
      "redis-cli -h cache-1.example.com -p 6379 --bigkeys",
    );
    await section.scrollIntoViewIfNeeded();
    await expectAccessible(page, "incident with a chart", { thorough: true });
    await shots(page, "incident");
    await section.getByRole("button", { name: /^Show as table/ }).click();
    await expect(section.getByRole("table")).toContainText("95.3%");

    const history = section.getByRole("link", { name: "Open in history" });
    await expect(history).toHaveAttribute("href", /\?histFrom=[^&]+&histTo=[^&]+&histDb=1#history$/);
    await history.click();
    await expect(figureOf(page, "Memory used of db-1")).toBeVisible();
  },
);

test(
  "SCR11 without a stored past a sentence stands for the chart, and without a reported address the command keeps its placeholders",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "zeta-gone: unreachable");
    await expect(region(page, "When it began")).toContainText("No status was stored in this time.");
    await expect(region(page, "What to do")).toContainText("redis-cli -h HOST -p PORT PING");
  },
);

test(
  "SCR11 an incident without a metric has the status of the chosen deployment as a band, with the onset at its line",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, "admin@example.com", "/incidents", product);
    await page.getByRole("link", { name: /2 deployments silent/ }).click();
    const section = region(page, "When it began");
    await expect(section).toContainText(/\d\d:\d\d, at the line/);
    // Which is first depends on their ids.
    await section.getByLabel("Deployment").selectOption("zeta-calm");
    await expect(section.getByRole("img", { name: /^zeta-calm, from .*active/ })).toBeVisible();
    await section.getByLabel("Deployment").selectOption("zeta-quiet");
    await expect(section.getByRole("img", { name: /^zeta-quiet, from .*active/ })).toBeVisible();
    await section.getByRole("link", { name: "Open in history" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "zeta-quiet" })).toBeVisible();
  },
);

/** For those who look at the pictures. */
async function shots(page: Page, name: string): Promise<void> {
  const folder = process.env["SHOTS"];
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [1_440, 768, 360]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await expect.poll(() => scrollsSideways(page), `${width} px`).toBe(false);
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/${name}-${width}-${colorScheme}.png`, fullPage: true });
    }
  await page.setViewportSize({ width: 1_440, height: 900 });
}
