import { expect, type Page, test } from "@playwright/test";
import { type OrganizationId, ownOrganization } from "@shardwatch/core/access/scope";
import type { Incident, IncidentList } from "@shardwatch/core/contract/incident/incident";
import { deploymentId } from "@shardwatch/core/deployment/rows/observation";
import { founder } from "@shardwatch/local/seed/people";
import { expectAccessible } from "./axe.ts";
import { rowOf, seen } from "./deployments.ts";
import { minuteOf, noteLook, pass } from "./passes.ts";
import { openAs, scrollsSideways } from "./place.ts";
import { startAtMidday, type TestProduct } from "./test-product.ts";

const minute = 60_000;
const person = "one.judgement@example.org";
const source = { kind: "agent", id: "key", instance: "zeta" } as const;

let product: TestProduct;
let now = 0;
let organization: OrganizationId;

const holding = (percent: number) => ({
  databases: [
    {
      id: "1",
      name: "main",
      status: "active",
      version: "7.2.4",
      memoryUsed: String(percent),
      memoryLimit: "100",
      tlsEnabled: true,
    },
  ],
});
const gone = { status: "unreachable", statusMessage: "The connection was refused." };

/** Reports a store of so many percent and its neighbours, and passes so many minutes. */
async function live(percent: number, minutes: number): Promise<void> {
  const report = () =>
    seen(
      product,
      source,
      [
        { name: "zeta-full", ...holding(percent) },
        { name: "zeta-near", ...holding(92) },
        { name: "zeta-well", ...holding(10) },
        { name: "zeta-gone", ...gone },
      ],
      organization,
    );
  for (let step = 0; step < minutes; step += 1) {
    now = product.holdTime(now + minute);
    await report();
    await pass(product, organization, minuteOf(now), 1);
  }
  await noteLook(product, minuteOf(now));
}

test.beforeAll(async () => {
  ({ product, now } = await startAtMidday());
  const own = ownOrganization((await founder(product.services, person)).actor);
  if (!own) throw new Error(`${person} has no organization`);
  organization = own;
});
test.afterAll(() => product.stop());

const region = (page: Page, name: string) => page.getByRole("region", { name });
const rows = (page: Page) => region(page, "Needs attention").getByRole("listitem");
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

/** The open incidents, as the API has them. */
async function openIncidents(page: Page): Promise<Incident[]> {
  const answer = await page.request.get(`${product.apiUrl}/incidents`);
  return ((await answer.json()) as IncidentList).incidents;
}

/** Compares overview, list, rail, incidents and a detail with what is open. */
async function agree(page: Page, titles: readonly string[], deployments: number): Promise<void> {
  await page.clock.setFixedTime(now);
  await openAs(page, person, "/overview", product);
  const open = await openIncidents(page);
  const shown = titles.map((title) => {
    const incident = open.find((one) => one.title === title);
    if (!incident) throw new Error(`there is no incident ${title}`);
    return incident;
  });
  await expect(region(page, "Risks")).toBeVisible();
  await expect(rows(page)).toHaveCount(titles.length);
  for (const [place, { title, severity, since }] of shown.entries()) {
    const row = rows(page).nth(place);
    await expect(row.getByRole("link", { name: title, exact: true })).toBeVisible();
    await expect(row).toContainText(severity === "critical" ? "Critical" : "Warning");
    await expect(row.locator(`time[datetime="${since}"]`)).toBeVisible();
  }
  const rail = page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: /^Incidents/ });
  await expect(rail).toHaveAccessibleName(
    titles.length > 0 ? new RegExp(`^Incidents ?${titles.length} open`) : /^Incidents(?! ?\d+ open)/,
  );
  const unhealthy = page.getByRole("list", { name: "Figures" }).getByRole("link", { name: /Unhealthy/ });
  await expect(unhealthy).toHaveText(new RegExp(`^Unhealthy ${deployments}(?!\\d)`));

  await unhealthy.click();
  await expect(page).toHaveURL(/\/deployments\?severity=critical,warning$/);
  await expect(page.getByRole("status").filter({ hasText: /deployments? found$/ })).toHaveText(
    `${deployments} ${deployments === 1 ? "deployment" : "deployments"} found`,
  );
  for (const { severity, affected } of shown)
    for (const { name } of affected.first)
      await expect(rowOf(page, name)).toContainText(new RegExp(`1 open incident, ${severity}`));

  await page.goto(`${product.webUrl}/incidents`);
  await expect(page.getByRole("link", { name: new RegExp(`^Open ${titles.length}$`) })).toBeVisible();
  for (const { title, severity, since } of shown) {
    const row = rowOf(page, title);
    await expect(row).toContainText(severity === "critical" ? "Critical" : "Warning");
    await expect(row.locator(`time[datetime="${since}"]`)).toBeVisible();
  }
  for (const { id, severity, since, title, affected } of shown.slice(0, 1)) {
    await page.goto(`${product.webUrl}/incidents/${id}`);
    await expect(heading(page, title)).toBeVisible();
    await expect(page.getByText(/^Since /).locator(`time[datetime="${since}"]`)).toBeVisible();
    const [first] = affected.first;
    await page.goto(`${product.webUrl}/deployments/${first?.id}`);
    await expect(heading(page, first?.name ?? "")).toBeVisible();
    await expect(
      page
        .getByRole("main")
        .getByText(severity === "critical" ? "Critical" : "Warning")
        .first(),
    ).toBeVisible();
    const story = page.getByRole("list", { name: "Open incidents" });
    await expect(story.locator(`time[datetime="${since}"]`)).toBeVisible();
    // It is of today, and the browser's zone is UTC.
    await expect(story).toContainText(`since ${since.slice(11, 16)},`);
  }
}

const [full, near, away] = [
  "zeta-full: memory at 97.0% of its limit",
  "zeta-near: memory at 92.0% of its limit",
  "zeta-gone: unreachable",
];

test(
  "SCR01 OVR03 INC11 overview, list, rail, incidents and detail agree on a trouble from before it opens until it has ended",
  { tag: "@all" },
  async ({ page }) => {
    await test.step("a condition whose incident is not open yet is in no count", async () => {
      await live(97, 1);
      await agree(page, [], 0);
      await page.goto(`${product.webUrl}/overview`);
      const attention = region(page, "Needs attention");
      await expect(attention).toContainText("Nothing needs attention.");
      await attention.getByRole("link", { name: "1 deployment", exact: true }).click();
      await expect(page.locator("[data-row-link]")).toHaveText(["zeta-gone"]);
    });

    await test.step("open incidents are counted everywhere, the most urgent first", async () => {
      await live(97, 6);
      await agree(page, [full, away, near].toSorted(byPlace), 3);
      await page.goto(`${product.webUrl}/overview`);
      await expect(rows(page).filter({ hasText: away })).toContainText("The connection was refused");
      await expect(
        rows(page).filter({ hasText: near }).getByRole("link", { name: "zeta-near", exact: true }),
      ).toHaveAttribute("href", `/deployments/${deploymentId(organization, "agent", "zeta-near")}`);
      await expectAccessible(page, "overview with incidents", { thorough: true });
      for (const width of [768, 320]) {
        await page.setViewportSize({ width, height: 800 });
        await expect(rows(page)).toHaveCount(3);
        await expect.poll(() => scrollsSideways(page), `${width} px`).toBe(false);
      }
      await page.setViewportSize({ width: 1_280, height: 800 });
    });

    await test.step("an acknowledgement is said, and what is silenced is apart", async () => {
      const open = await openIncidents(page);
      const idOf = (title: string) => open.find((one) => one.title === title)?.id ?? "";
      const headers = { origin: product.webUrl };
      const post = (path: string, data: object) =>
        page.request.post(`${product.apiUrl}${path}`, { headers, data });
      const silenced = await post("/silences", {
        scope: { kind: "incident", incidentId: idOf(near) },
        until: new Date(now + 60 * minute).toISOString(),
        reason: "The limit is raised today",
      });
      expect(silenced.ok()).toBe(true);
      expect((await post(`/incidents/${idOf(away)}/acknowledgement`, {})).ok()).toBe(true);
      await live(97, 1);
      await agree(page, [full, away].toSorted(byPlace), 2);
      await page.goto(`${product.webUrl}/overview`);
      await expect(rows(page).filter({ hasText: away })).toContainText("Acknowledged by");
      await region(page, "Needs attention").getByRole("link", { name: "1 silenced" }).click();
      await expect(page.locator("[data-row-link]")).toHaveText([near]);
    });

    await test.step("an incident that has ended is counted nowhere", async () => {
      await live(10, 7);
      await agree(page, [away], 1);
    });
  },
);

/** Both that are critical began in the same minute, the server that can't be reached a moment before. */
function byPlace(one: string, other: string): number {
  const order = [away, full, near];
  return order.indexOf(one) - order.indexOf(other);
}
