import { expect, type Page, test } from "@playwright/test";
import { ruleNames } from "@shardwatch/core/contract/incident/rules";
import { expectAccessible } from "./axe.ts";
import { seen } from "./deployments.ts";
import { minuteOf, pass } from "./passes.ts";
import { openAs, scrollsSideways } from "./place.ts";
import { startAtMidday, type TestProduct } from "./test-product.ts";

/* Rules that an organization writes, and what it changes about built-in ones. */

const source = { kind: "agent", id: "key", instance: "zeta" } as const;
const [admin, viewer] = ["admin@example.com", "viewer@example.com"];

let product: TestProduct;
let now = 0;

/** Twelve servers that can't be reached. A rule about them needs a confirmation. */
test.beforeAll(async () => {
  ({ product, now } = await startAtMidday());
  const names = Array.from({ length: 12 }, (_, index) => `zeta-${index + 1}`);
  await seen(
    product,
    source,
    names.map((name) => ({ name, status: "unreachable" })),
  );
});
test.beforeEach(({ page }) => page.clock.setFixedTime(now));
test.afterAll(() => product.stop());

const open = (page: Page, path = "/incidents/rules", who = admin) => openAs(page, who, path, product);
const sentence = (page: Page) => page.getByRole("region", { name: "The rule as a sentence" });
const ruleRow = (page: Page, name: string) =>
  page.getByRole("row").or(page.getByRole("listitem")).filter({ hasText: name });
const when = (page: Page) => page.getByRole("combobox", { name: "Open an incident when one has" });
const save = (page: Page) => page.getByRole("button", { name: "Save" });

async function choose(page: Page, rule: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for ${rule}` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

/** Fills in what every rule needs. */
async function fill(page: Page, name: string, condition: string): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await when(page).fill(condition);
  await when(page).blur();
}

/** Saves the rule in the form, and waits for the list. */
async function saved(page: Page): Promise<void> {
  await save(page).click();
  await expect(page.getByRole("heading", { level: 1, name: "Rules" })).toBeVisible();
}

test("RUL01 RUL06 the form shows a rule as one sentence that changes as one types, and the list shows it once it is saved", async ({
  page,
}) => {
  await open(page);
  await expect(page.getByText("A rule is a filter that opens an incident")).toBeVisible();
  await page.getByRole("link", { name: "Add rule" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "New rule" })).toBeFocused();
  await save(page).click();
  await expect(page.getByLabel("Name")).toBeFocused();
  await expect(page.getByText("Type what is wrong, such as util>90")).toBeVisible();

  // Everything is within reach of the keyboard.
  await page.keyboard.type("Memory of the agents");
  await page.keyboard.press("Tab");
  await page.keyboard.type("source:agent");
  await page.keyboard.press("Tab");
  await page.keyboard.type("uti");
  await page.getByRole("option", { name: "util:" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(when(page)).toHaveValue("util:");
  await page.getByRole("option", { name: "util>=90" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(when(page)).toHaveValue("util>=90 ");
  await expect(sentence(page)).toHaveText(
    "A deployment of source Agent that has memory utilization at least 90% for 5 minutes: warning; over without memory utilization at least 85% for 5 minutes.",
  );
  await page.getByLabel("It gets more urgent in a second step").check();
  await page.getByRole("combobox", { name: "More urgent when it has" }).fill("util>97");
  await page.getByRole("radio", { name: /^Nobody/ }).check();
  await page.getByLabel("Send messages only at certain hours").check();
  await page.getByLabel("Time zone").fill("Nowhere");
  await save(page).click();
  // Only the API knows all time zones. Its answer is shown at the field.
  await expect(page.getByLabel("Time zone")).toBeFocused();
  await expect(page.getByLabel("Time zone")).toHaveAccessibleDescription(
    "must be a time zone such as Europe/Berlin",
  );
  await page.getByLabel("Time zone").fill("Europe/Berlin");
  const text = await sentence(page).innerText();
  expect(text).toContain("critical with memory utilization more than 97%");
  expect(text).toContain("messages on Mon, Tue, Wed, Thu, Fri from 08:00 to 18:00, Europe/Berlin");
  await saved(page);
  const row = ruleRow(page, "Memory of the agents");
  await expect(row).toContainText(text);
  await expect(row).toContainText("Nobody: it's only shown here");

  await choose(page, "Memory of the agents", "Edit");
  await expect(when(page)).toHaveValue("util>=90");
  await expect(page.getByLabel("Time zone")).toHaveValue("Europe/Berlin");
  await page.getByRole("button", { name: "Cancel" }).click();
  await choose(page, "Memory of the agents", "Delete");
  const dialog = page.getByRole("dialog", { name: "Delete rule" });
  await expect(dialog).toContainText("None of its incidents is open.");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect(ruleRow(page, "Memory of the agents")).toHaveCount(0);
});

test("RUL03 RUL04 a built-in rule is changed, shows what differs beside the default, and is reset", async ({
  page,
}) => {
  const name = ruleNames["memory-full"];
  await open(page);
  await choose(page, name, "Change");
  const dialog = page.getByRole("dialog", { name: `Change “${name}”` });
  await expect(dialog.getByLabel("Warning from (%)")).toHaveAccessibleDescription("Default: 90%");
  await dialog.getByLabel("Warning from (%)").fill("99");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByRole("alert")).toContainText("a more urgent severity must begin later");
  await dialog.getByLabel("Warning from (%)").fill("80");
  await dialog.getByLabel("For how many minutes").fill("10");
  await expectAccessible(page, "change of a built-in rule", { within: "dialog[open]" });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);
  const row = ruleRow(page, name);
  await expect(row).toContainText("Changed: warning from 80% (90%), after 10 minutes (3)");
  await expect(row).toContainText(/at or above 80% of its limit.*here for 10 minutes/);
  await choose(page, name, "Reset");
  const reset = page.getByRole("dialog", { name: "Reset rule" });
  await expect(reset).toContainText("warning from 80% (90%)");
  await reset.getByRole("button", { name: "Reset" }).click();
  await expect(row).toContainText("at or above 90% of its limit for 3 minutes");
  await expect(row).not.toContainText("Changed:");
});

test("INC06 a rule that fires on much of its scope is saved only once that is confirmed", async ({
  page,
}) => {
  await open(page, "/incidents/rules/new?scope=zeta");
  await fill(page, "Everything is down", "status:unreachable");
  await save(page).click();
  await expect(page.getByRole("alert").filter({ hasText: "Failed to save the rule" })).toContainText(
    "This rule would fire now on 12 of 12 deployments.",
  );
  const confirmed = page.getByRole("checkbox", { name: "It's meant for so many deployments" });
  await confirmed.check();
  // What is confirmed is the former condition.
  await when(page).fill("status:unreachable tls:no,unknown");
  await expect(confirmed).not.toBeChecked();
  await confirmed.check();
  await saved(page);
  await expect(ruleRow(page, "Everything is down")).toContainText("status unreachable");
});

test(
  "RUL05 a changed rule ends what no longer matches, and the incident says why; silences know the rule by its name",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "/incidents/rules/new?scope=zeta-7");
    await fill(page, "Seven is down", "status:unreachable");
    await page.getByLabel("For how many minutes", { exact: true }).fill("0");
    await saved(page);
    const last = minuteOf(now);
    await pass(product, product.people.organization, last);
    const answer = await page.request.get(`${product.apiUrl}/incidents`);
    const { incidents } = (await answer.json()) as { incidents: { id: string; ruleName: string }[] };
    const incident = incidents.find(({ ruleName }) => ruleName === "Seven is down");
    await page.goto(`${product.webUrl}/incidents/${incident?.id}`);
    await expect(
      page.getByText("A deployment of name with “zeta-7” that has status unreachable"),
    ).toBeVisible();
    await page.getByRole("link", { name: "Seven is down" }).click();
    await page.getByRole("link", { name: "Seven is down" }).click();
    await fill(page, "Seven is stale", "status:stale");
    await saved(page);
    await pass(product, product.people.organization, last + 60_000, 1);
    await page.goto(`${product.webUrl}/incidents/${incident?.id}`);
    await expect(page.getByText("Its rule was changed").first()).toBeVisible();
    await expect(page.getByRole("link", { name: "Seven is down" })).toBeVisible();

    await page.goto(`${product.webUrl}/incidents?state=silenced`);
    await page.getByRole("button", { name: "New silence…" }).click();
    const silence = page.getByRole("dialog", { name: "Silence" });
    await silence.getByLabel("Rule", { exact: true }).selectOption({ label: "Seven is stale" });
    await silence.getByLabel("Reason").fill("A test");
    await silence.getByRole("button", { name: "Silence" }).click();
    await expect(page.getByText("All incidents of “Seven is stale”")).toBeVisible();
  },
);

test(
  "INC06 the view of the list begins a rule with its scope, and viewers see rules without changing any",
  { tag: "@all" },
  async ({ page, browser }) => {
    await open(page, "/deployments?source=agent&severity=critical");
    await page.getByRole("button", { name: "View", exact: true }).click();
    await page.getByRole("menuitem", { name: "Alert me about this" }).click();
    await expect(page.getByRole("combobox", { name: "Watch these deployments" })).toHaveValue("source:agent");
    await fill(page, "Seen by all", "util>99");
    await page.getByLabel("Advice (optional)").fill("Ask the owner.");
    await saved(page);

    const others = await browser.newPage();
    await openAs(others, viewer, "/incidents/rules", product);
    await expect(ruleRow(others, "Seen by all")).toContainText("memory utilization more than 99%");
    await expect(others.getByRole("link", { name: "Add rule" })).toHaveCount(0);
    await expect(others.getByRole("button", { name: /^Actions for/ })).toHaveCount(0);
    await others.getByRole("link", { name: "Seen by all" }).click();
    await expect(others.getByText("Ask the owner.")).toBeVisible();
    await expect(others.getByText("Only admins of the organization change its rules.")).toBeVisible();
    await expect(save(others)).toHaveCount(0);
    await others.close();
  },
);

test(
  "RUL01 the pages of rules work on a phone, in both themes, for readers of the screen",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "/incidents/rules/new?scope=zeta");
    await fill(page, "All of it", "util>90 policy:noeviction");
    await page.getByLabel("It gets more urgent in a second step").check();
    await page.getByRole("radio", { name: "Only some channels" }).check();
    await page.getByLabel("Send messages only at certain hours").check();
    await expectAccessible(page, "form of a rule", { thorough: true });
    for (const width of [1440, 768, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => scrollsSideways(page)).toBe(false);
      if (process.env["SHOTS"])
        await page.screenshot({ path: `${process.env["SHOTS"]}/rule-${width}.png`, fullPage: true });
    }
  },
);

const preview = (page: Page) => page.getByRole("region", { name: "Preview" });

test(
  "RUL07 INC06 the preview says what a rule finds now and on past evenings, and it never stands in the way of saving",
  { tag: "@all" },
  async ({ page }) => {
    const held = product.api.hold("POST /rules/preview");
    await open(page, "/incidents/rules/new?scope=zeta");
    await fill(page, "Before the preview", "status:stale");
    await held.arrived;
    await saved(page);
    held.release();

    await page.goto(`${product.webUrl}/incidents/rules/new?scope=zeta`);
    await fill(page, "Found", "status:unreachable");
    await expect(preview(page).getByRole("status")).toHaveText("In scope 12 · matches now 12 · unknown 0");
    await expect(preview(page)).toContainText("It matches every deployment in its scope");
    await expect(preview(page).getByRole("link", { name: /^zeta-\d+ \(opens in a new tab\)$/ })).toHaveCount(
      8,
    );
    await expect(preview(page)).toContainText("and 4 more");
    await expect(preview(page).getByRole("img", { name: /^Deployments that match/ })).toBeVisible();
    await preview(page).getByText("Evenings as a table").click();
    await expect(preview(page).getByRole("table", { name: "Evenings" }).getByRole("row")).not.toHaveCount(0);
    await when(page).fill("status:unreachable ops>100");
    await expect(preview(page).getByRole("status")).toHaveText("In scope 12 · matches now 0 · unknown 12");
    await expect(preview(page).getByRole("list", { name: "Why it is unknown" })).toContainText(
      "commands a second",
    );
    await when(page).fill("stauts:unreachable");
    await expect(preview(page).getByRole("status")).toHaveText(
      "Correct the filters to see what it finds now.",
    );
    await expectAccessible(page, "preview of a rule", { within: "main" });
  },
);

test("RUL07 a preview that can't be loaded can be asked for again", async ({ page }) => {
  let fails = true;
  for (const path of ["preview", "evenings"])
    await page.route(`${product.apiUrl}/rules/${path}*`, (route) =>
      fails ? route.fulfill({ status: 503, json: { message: "Busy" } }) : route.continue(),
    );
  await open(page, "/incidents/rules/new?scope=zeta");
  await fill(page, "Asked twice", "status:unreachable");
  await expect(preview(page).getByRole("status")).toContainText("You can save the rule without it.");
  fails = false;
  await preview(page).getByRole("button", { name: "Retry" }).click();
  await expect(preview(page).getByRole("status")).toHaveText("In scope 12 · matches now 12 · unknown 0");
  await expect(preview(page).getByRole("button", { name: "Retry" })).toHaveCount(0);
});

test(
  "RUL01 the form doubts what its writer may not mean, and says which channels take a message",
  { tag: "@all" },
  async ({ page }) => {
    await open(page, "/incidents/rules/new");
    await when(page).fill("without eviction");
    await expect(when(page)).toHaveAccessibleDescription(/^“without eviction” is only searched in names/);
    await when(page).fill("clients:0");
    await expect(when(page)).toHaveAccessibleDescription(/at least 1\. Type clients<=1\.$/);
    await when(page).fill("clients<=1");
    await expect(when(page)).toHaveAccessibleDescription("Every part has to match.");

    const taking = page.getByRole("list", { name: "Channels that are on" }).getByRole("listitem");
    await expect(taking).toHaveText([
      "Admins by email",
      "Notifications in Shardwatch: no message, it takes none below critical",
    ]);
    await page.getByLabel("Severity").selectOption("Info");
    await expect(page.getByText("Now no channel takes an incident of severity info.")).toBeVisible();
    await page.getByLabel("Severity").selectOption("Critical");
    await expect(taking).toHaveText(["Admins by email", "Notifications in Shardwatch"]);
    await page.getByLabel("Severity").selectOption("Warning");
    await page.getByRole("radio", { name: "Only some channels" }).check();
    await expect(page.getByRole("checkbox", { name: /^Notifications in Shardwatch/ })).toHaveAccessibleName(
      "Notifications in Shardwatch takes none below critical",
    );

    // With routes, these decide.
    const { channels } = (await (await page.request.get(`${product.apiUrl}/channels`)).json()) as {
      channels: { id: string; kind: string }[];
    };
    const rest = channels.filter(({ kind }) => kind === "mail").map(({ id }) => id);
    const put = (revision: number, data: object) =>
      page.request.put(`${product.apiUrl}/routes`, {
        headers: { origin: product.webUrl, "if-match": `"${revision}"` },
        data,
      });
    expect((await put(0, { routes: [], rest })).status()).toBe(200);
    await page.reload();
    await expect(page.getByRole("radio", { name: "The channels of the routes" })).toBeChecked();
    await expect(taking).toHaveCount(0);
    expect((await put(1, { routes: [], rest: null })).status()).toBe(200);
  },
);

test("RUL08 the rehearsal says in a sentence what a rule would have done, and leaves a deployment out", async ({
  page,
}) => {
  await open(page, "/incidents/rules/new?scope=source:agent");
  await fill(page, "Tried", "util>10");
  const past = page.getByRole("region", { name: "Last 30 days" });
  const held = product.api.hold("POST /rules/rehearsal");
  await past.getByRole("button", { name: "Try it on the last 30 days" }).click();
  await held.arrived;
  await expect(past.getByRole("progressbar")).toBeVisible();
  await past.getByRole("button", { name: "Stop" }).click();
  held.release();
  await expect(past.getByRole("progressbar")).toHaveCount(0);
  await past.getByRole("button", { name: "Try it on the last 30 days" }).click();
  await expect(past.getByRole("status")).toHaveText(/^In the last 30 days this would have opened .+\.$/);
  await past.getByText("Days as a table").click();
  await expect(past.getByRole("table", { name: "Days" }).getByRole("row")).not.toHaveCount(0);
  const noisy = past.getByRole("button", { name: /^Leave this out/ }).first();
  await noisy.click();
  await expect(page.getByRole("combobox", { name: "Watch these deployments" })).toHaveValue(
    /^-id:dep_\w+ source:agent$/,
  );
  await expect(past.getByRole("status")).toHaveText(/^In the last 30 days/);
});
