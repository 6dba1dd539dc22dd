import { expect, test } from "@playwright/test";
import { ruleIds, ruleNames } from "@shardwatch/core/contract/incident/rules";
import { evaluate } from "@shardwatch/core/incident/pass";
import { expectAccessible } from "./axe.ts";
import { rowOf, seen } from "./deployments.ts";
import { openAs, scrollsSideways } from "./place.ts";
import { startAtMidday, type TestProduct } from "./test-product.ts";

const minute = 60_000;
let product: TestProduct;
let now = 0;

/** A server that can't be reached, for five minutes. */
test.beforeAll(async () => {
  ({ product, now } = await startAtMidday());
  const { services, people } = product;
  const source = { kind: "agent", id: "key", instance: "zeta" } as const;
  await seen(product, source, [{ name: "zeta-gone", status: "unreachable" }]);
  const last = now - (now % minute);
  for (let ago = 4; ago >= 0; ago -= 1) {
    const time = last - ago * minute;
    const due = { minute: time, previous: time - minute, since: time - 60 * minute };
    await evaluate({ ...services, clock: { now: () => time } }, people.organization, due);
  }
});
test.beforeEach(({ page }) => page.clock.setFixedTime(now));
test.afterAll(() => product.stop());

test(
  "SCR11 the rules are a tab of the incidents: each with its condition, how often it fired, and who is told",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, "admin@example.com", "/incidents", product);
    const tabs = page.getByRole("navigation", { name: "Incidents by state" });
    await tabs.getByRole("link", { name: "Rules" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Rules" })).toBeFocused();
    await expect(tabs.getByRole("link", { name: "Rules" })).toHaveAttribute("aria-current", "page");
    await expect(page.getByRole("rowheader")).toHaveCount(ruleIds.length);
    const rule = (name: string) => page.getByRole("row").filter({ hasText: name });
    const memory = rule(ruleNames["memory-full"]);
    await expect(memory).toContainText("at or above 90% of its limit for 3 minutes; critical from 95%");
    await expect(memory).toContainText("Admins by email");
    await expect(memory).toContainText("Notifications in Shardwatch (critical only)");
    await expect(rule(ruleNames["key-unused"])).toContainText("Nobody: it's only shown here");
    await expect(rule(ruleNames.unwell).getByRole("cell").nth(1)).toHaveText(/^[1-9]\d*$/);
    await expectAccessible(page, "rules", { thorough: true });
    if (process.env["SHOTS"])
      await page.screenshot({ path: `${process.env["SHOTS"]}/rules-1440.png`, fullPage: true });
    for (const width of [768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expect(page.getByText(ruleNames["channel-failing"], { exact: true })).toBeVisible();
      await expect.poll(() => scrollsSideways(page)).toBe(false);
      if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/rules-${width}.png` });
    }
  },
);

test(
  "SCR11 the page of an incident leads to its rule; viewers see the names of channels only, and a failure can be retried",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, "viewer@example.com", "/incidents", product);
    await rowOf(page, "zeta-gone: unreachable").getByRole("link", { name: "zeta-gone: unreachable" }).click();
    await expect(page.getByText("A status other than active for 2 minutes")).toBeVisible();
    const asked = product.api.hold("GET /rules");
    await page.getByRole("link", { name: ruleNames.unwell }).click();
    await asked.arrived;
    await product.api.stop();
    await expect(page.getByRole("alert").filter({ hasText: "Unable to Load Rules" })).toBeVisible();
    await product.api.start();
    await page.getByRole("button", { name: "Retry" }).click();
    await expect(page.locator("#unwell")).toBeFocused();
    await expect(page.locator("#unwell")).toBeInViewport();
    await expect(page.getByText("Notifications in Shardwatch").first()).toBeVisible();
    await expect(page.getByText("(critical only)")).toHaveCount(0);
  },
);

test(
  "SCR11 SCR12 a super admin reads what the rules did in the chosen organization, not in another",
  { tag: "@all" },
  async ({ page }) => {
    const opened = () => page.getByRole("row").filter({ hasText: ruleNames.unwell }).getByRole("cell").nth(1);
    await openAs(page, "super@example.com", `/incidents/rules?org=${product.people.organization}`, product);
    await expect(opened()).toHaveText(/^[1-9]\d*$/);
    await page
      .getByRole("banner")
      .getByRole("button", { name: /^Organization: / })
      .click();
    const chooser = page.getByRole("dialog", { name: "Organization" });
    await chooser.getByRole("option", { name: /^Shardwatch Operations/ }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Rules" })).toBeVisible();
    await expect(opened()).toHaveText("0");
  },
);
