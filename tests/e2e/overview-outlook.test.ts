import { expect, type Page, type Route, test } from "@playwright/test";
import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import { expectAccessible } from "./axe.ts";
import { answer, answerOutlook, dated, fulfil, morning } from "./outlook-answers.ts";
import { openAs, scrollsSideways, sharedPlace } from "./place.ts";

const person = "viewer@example.com";
const place = sharedPlace;
const section = (page: Page) => page.getByRole("region", { name: "Outlook", exact: true });
const near = answer([dated("orders", 9), dated("lost", 12, { isStale: true }), dated("carts", 22)]);

test("RUN02 OVR08 the overview says what is full and what ends next, and each number leads to its rows", async ({
  page,
}) => {
  await page.clock.setFixedTime(morning);
  const asked = await answerOutlook(page, place(), () => near);
  await openAs(page, person, "/overview");
  await expect(section(page)).toContainText("2 databases may be full within 14 days (1 last known)");
  expect(asked.map(String)).toEqual(["runway=..30&limit=1000"]);
  const refresh = page.getByRole("button", { name: "Refresh", exact: true });
  await refresh.click();
  await expect.poll(() => asked.length).toBe(2);
  // The button does not wait for the outlook.
  const ended: string[] = [];
  page.on("requestfailed", (request) => ended.push(new URL(request.url()).pathname));
  const held: string[] = [];
  const hold = (route: Route) => void held.push(route.request().url());
  await page.route(`${place().apiUrl}/outlook?*`, hold);
  await expect(refresh).not.toHaveAttribute("aria-disabled");
  await refresh.click();
  await expect.poll(() => held.length).toBe(1);
  await expect(refresh).not.toHaveAttribute("aria-disabled");
  expect(ended).not.toContain("/outlook");
  await page.unroute(`${place().apiUrl}/outlook?*`, hold);
  await section(page).getByRole("link", { name: "2 databases" }).click();
  await expect(page).toHaveURL(`${place().webUrl}/outlook?group=14`);
  await expect(page.getByRole("heading", { level: 2 })).toHaveText(["Within 14 days (2)"]);
  await page.goBack();
  const licenses = section(page).getByRole("listitem").filter({ hasText: "Next end" });
  const end = licenses.getByRole("link");
  const name = (await end.textContent()) ?? "";
  const [, days] = /Next end in (\d+) days?:/.exec((await licenses.textContent()) ?? "") ?? [];
  await end.click();
  await expect(page).toHaveURL(`${place().webUrl}/outlook/licenses?license=0..${days}`);
  await expect(page.locator("[data-row-link]").first()).toHaveText(name);
});

test(
  "RUN02 OVR08 the outlook waits for the sections, and nothing else waits for it or moves",
  { tag: "@all" },
  async ({ page }) => {
    await page.clock.install({ time: morning });
    let given: ReturnType<typeof answer> | number = 503;
    const asked = await answerOutlook(page, place(), () => given);
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(`${place().apiUrl}/sources`, async (route) => {
      await held;
      await route.continue();
    });
    await openAs(page, person, "/overview");
    await expect(page.getByRole("list", { name: "Figures" }).getByRole("link")).not.toHaveCount(0);
    const top = async () => (await page.getByRole("region", { name: "Needs attention" }).boundingBox())?.y;
    await expect(page.getByRole("region", { name: "Needs attention" })).toBeVisible();
    const before = await top();
    expect(asked).toEqual([]);
    release();
    await expect(section(page)).toContainText("Unable to load the outlook");
    await expect(page.getByRole("region", { name: "Risks" })).toBeVisible();
    expect(await top()).toBe(before);
    await expectAccessible(page, "overview without its outlook");
    given = answer([], {}, null);
    await section(page).getByRole("button", { name: "Retry" }).click();
    await expect(section(page)).toContainText("No trends yet");
    given = near;
    await page.reload();
    await expect(section(page)).toContainText("2 databases may be full within 14 days");
    expect(await top()).toBe(before);
    // Later answers fail, and the last good one stays with its time.
    given = 503;
    await expect(async () => {
      await page.clock.fastForward("01:00:05");
      await expect(section(page)).toContainText(/within 14 days.* \(as of 09:0\d\)/, { timeout: 2_000 });
    }).toPass();
    await page.setViewportSize({ width: 360, height: 740 });
    await expectAccessible(page, "overview with its outlook on a phone", { thorough: true });
    expect(await scrollsSideways(page)).toBe(false);
  },
);

test(
  "RUN02 OVR09 the overview has the outlook of one organization, and no licenses where there are none",
  { tag: "@all" },
  async ({ page }) => {
    const asked = await answerOutlook(page, place(), () => answer([]));
    await page.route(`${place().apiUrl}/deployments?*`, async (route) => {
      const list = (await (await route.fetch()).json()) as DeploymentList;
      const deployments = list.deployments.map((one) => ({ ...one, license: null }));
      await fulfil(route, place(), { ...list, deployments });
    });
    await openAs(page, "super@example.com", "/overview");
    await expect(page.getByRole("region", { name: "Risks" })).toBeVisible();
    await expect(section(page)).toHaveCount(0);
    await page.getByRole("combobox", { name: "Organization" }).selectOption("Acme Data");
    await expect(section(page).getByRole("listitem")).toHaveText([
      /Memory\s*None known to be full within 30 days/,
    ]);
    expect(asked.map((query) => query.get("organizationId"))).toEqual([expect.stringMatching(/^org_/)]);
  },
);
