import { expect, type Page, test } from "@playwright/test";
import { ruleIds } from "@shardwatch/core/contract/incident/rules";
import { expectAccessible } from "./axe.ts";
import { rowOf, seen } from "./deployments.ts";
import { minuteOf, pass } from "./passes.ts";
import { openAs, scrollsSideways } from "./place.ts";
import { startAtMidday, type TestProduct } from "./test-product.ts";

const source = { kind: "agent", id: "key", instance: "zeta" } as const;

let product: TestProduct;
let now = 0;

/** Two servers that can't be reached, for five minutes. */
test.beforeAll(async () => {
  ({ product, now } = await startAtMidday());
  const down = { status: "unreachable", statusMessage: "The connection was refused." };
  await seen(product, source, [
    { name: "zeta-one", ...down },
    { name: "zeta-two", ...down },
  ]);
  await pass(product, product.people.organization, minuteOf(now));
});
// No further look comes while these tests run.
test.beforeEach(({ page }) => page.clock.setFixedTime(now));
test.afterAll(() => product.stop());

const open = (page: Page, path: string, who = "admin@example.com") => openAs(page, who, path, product);
const [one, two] = ["zeta-one: unreachable", "zeta-two: unreachable"];
const link = (page: Page, name = one) => page.getByRole("link", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Silence" });
const tab = (page: Page, name: RegExp) =>
  page.getByRole("navigation", { name: "Incidents by state" }).getByRole("link", { name });
const silences = (page: Page) => page.getByRole("region", { name: "Silences" });

test(
  "INC05 the key s silences the incident of a row: what it covers in numbers, until when, and why; it is ended by hand",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "/incidents");
    await link(page).focus();
    await page.keyboard.press("s");
    const form = dialog(page);
    await expect(form.getByRole("radio", { name: `This incident: ${one}` })).toBeChecked();
    await expect(form.getByText("Covers 1 deployment and 1 open incident now.")).toBeVisible();
    await expect(form.getByLabel("Reason")).toBeFocused();
    await expectAccessible(page, "silence dialog", { within: "dialog[open]" });
    // Without a reason nothing is sent.
    await expect(form.getByText("Reason (required)")).toBeVisible();
    await form.getByRole("button", { name: "Silence" }).click();
    await expect(form.getByText("Type a reason, so that your colleagues know why")).toBeVisible();
    await expect(form.getByLabel("Reason")).toBeFocused();
    await page.keyboard.type("The host moves");
    await form.getByRole("radio", { name: "4 hours" }).check();
    // The browser's clock shows UTC, so the zone is there once.
    await expect(form.getByText(/^Ends [^U]+ UTC$/)).toBeVisible();
    await page.keyboard.press("Enter");
    await expect(dialog(page)).toHaveCount(0);

    await expect(link(page)).toHaveCount(0);
    await expect(link(page, two)).toBeVisible();
    await tab(page, /^Silenced 1$/).click();
    await expect(rowOf(page, one)).toContainText("Silenced until");
    const listed = silences(page).getByRole("listitem");
    await expect(listed).toContainText([one]);
    await expect(listed).toContainText(["The host moves"]);
    await expectAccessible(page, "silences");
    await listed.getByRole("button", { name: /^End now/ }).click();
    await expect(silences(page)).toContainText("Nothing is silenced");
    await tab(page, /^Open \d+$/).click();
    await expect(link(page)).toBeVisible();
    await link(page).click();
    await expect(page.getByRole("region", { name: "Timeline" }).getByRole("listitem")).toContainText([
      "Opened",
      "Silenced by",
      "Silence ended by",
    ]);
  },
);

test(
  "INC05 on a phone, in the dark: a rule or a filter is counted before it is silenced, and a wrong filter is refused",
  { tag: "@all" },
  async ({ page }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize({ width: 360, height: 740 });
    await open(page, "/incidents?state=silenced");
    await page.getByRole("button", { name: "New silence…" }).click();
    const form = dialog(page);
    const numbers = form.getByRole("status").first();
    await expect(numbers).toHaveText(/^Covers \d+ deployments and \d+ open incidents? now\.$/);
    await form.getByRole("radio", { name: "Deployments matching a filter" }).check();
    await form.getByLabel("Reason").fill("Upgrade");
    await form.getByRole("button", { name: "Silence" }).click();
    await expect(form.getByText("Type a filter, or tick that you mean every deployment")).toBeVisible();
    await form.getByLabel("Filter", { exact: true }).fill("stauts=unreachable");
    await form.getByRole("button", { name: "Silence" }).click();
    await expect(form.getByText("stauts: is not a field; did you mean status?")).toBeVisible();
    await expect(numbers).toHaveText("Correct the filter to see what it covers.");
    await form.getByLabel("Filter", { exact: true }).fill("?status=unreachable&search=zeta-");
    await expect(numbers).toHaveText("Covers 2 deployments and 2 open incidents now.");
    // It leaves nothing of the fleet, which is asked about as an empty one is.
    await form.getByLabel("Filter", { exact: true }).fill("status=-nothing");
    await form.getByRole("button", { name: "Silence" }).click();
    await expect(form.getByRole("alert")).toContainText("This filter silences every deployment.");
    await expect(form.getByRole("checkbox", { name: "Silence every deployment" })).toBeVisible();
    await form.getByLabel("Filter", { exact: true }).fill("?status=unreachable&search=zeta-");
    await form.getByRole("radio", { name: "Custom" }).check();
    await form.getByLabel("Day and time on your clock").fill("2020-01-01T09:00");
    await form.getByRole("button", { name: "Silence" }).click();
    await expect(form.getByText("Choose a time in the future")).toBeVisible();
    await form.getByRole("radio", { name: "Until Monday 9:00" }).check();
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expectAccessible(page, "silence dialog on a phone", { within: "dialog[open]" });
    if (process.env["SHOTS"]) await page.screenshot({ path: `${process.env["SHOTS"]}/silence-phone.png` });
    await form.getByRole("button", { name: "Silence" }).click();
    await expect(silences(page)).toContainText("Deployments matching search=zeta-&status=unreachable");
    await expect(tab(page, /^Silenced 2$/)).toBeVisible();
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    if (process.env["SHOTS"])
      await page.screenshot({ path: `${process.env["SHOTS"]}/silences-phone.png`, fullPage: true });
  },
);

test("INC05 ROL07 viewers see silences and why they can't make one", { tag: "@all" }, async ({ page }) => {
  await open(page, "/incidents?state=silenced", "viewer@example.com");
  const button = page.getByRole("button", { name: "New silence…" });
  await expect(button).toHaveAttribute("aria-disabled", "true");
  await button.focus();
  await expect(page.getByRole("tooltip")).toContainText("Only admins of the organization can silence");
  await expect(silences(page)).toBeVisible();
});

test(
  "INC04 before the first look nothing is called calm: the list says when the look comes",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "/incidents", "globex@example.com");
    await expect(page.getByText("No open incidents yet")).toBeVisible();
    await expect(
      page.getByText(
        new RegExp(`^${ruleIds.length} rules watch .+ The first look comes within five minutes\\.$`),
      ),
    ).toBeVisible();
  },
);
