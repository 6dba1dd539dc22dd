import { expect, type Page, test } from "@playwright/test";
import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import type { IncidentList } from "@shardwatch/core/contract/incident/incident";
import { minuteOf, pass } from "./passes.ts";
import { openAs } from "./place.ts";
import { adminScreens, listScreens, memberScreens, publicScreens, type Screen } from "./screens.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { blindForms, faultsOf, rightTexts } from "./text-forms.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
  product.holdTime();
});
test.afterAll(() => product.stop());

const desktop = { width: 1440, height: 900 };
const phone = { width: 360, height: 740 };

/** A text with a fault, each once, and where it was read first. */
type Faults = Map<string, string>;

/** What is written for programs: commands, and the fields of a report as it was sent. */
const forPrograms = "pre, code, kbd, .font-mono, select";
const labels = ["title", "aria-label", "aria-description", "placeholder", "alt"];

/** Reads the page's text, and the labels of what has none. A string: tests have no types of the browser. */
const reading = `(() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("${forPrograms} { display: none !important }");
  document.adoptedStyleSheets = [sheet];
  const text = document.body.innerText;
  document.adoptedStyleSheets = [];
  const said = ${JSON.stringify(labels)}.flatMap((name) =>
    [...document.querySelectorAll("[" + name + "]")].map((element) => element.getAttribute(name)));
  const chosen = [...document.querySelectorAll("option")].map((option) => option.text);
  return [document.title, text, ...said, ...chosen].join("\\n");
})()`;

/** What a person sees and hears of the page. */
const textsOf = (page: Page): Promise<string> => page.evaluate<string>(reading);

async function read(page: Page, name: string, faults: Faults): Promise<void> {
  for (const fault of faultsOf(await textsOf(page))) if (!faults.has(fault)) faults.set(fault, name);
}

/** Opens a few tooltips by focus: those of further rows say the same of other rows. */
async function readTooltips(page: Page, name: string, faults: Faults): Promise<void> {
  const triggers = page.locator("main time[tabindex='0'], main span[tabindex='0'], main button:has(svg)");
  for (const trigger of (await triggers.all()).slice(0, 3)) {
    // A page may have drawn itself anew since, with fewer of them.
    const focused = trigger.focus({ timeout: 2_000 });
    if (
      !(await focused.then(
        () => true,
        () => false,
      ))
    )
      continue;
    const tooltip = page.getByRole("tooltip");
    const opened = tooltip.first().waitFor({ timeout: 100 });
    await opened.then(
      () => read(page, `${name}, tooltip`, faults),
      () => undefined,
    );
  }
}

/** Reads a page with the application's own navigation, and all that it opens. */
async function visit(page: Page, { path, ready, states = [] }: Screen, faults: Faults): Promise<void> {
  await page.setViewportSize(desktop);
  await page.evaluate(`history.pushState(null, "", "${path}"); dispatchEvent(new PopStateEvent("popstate"))`);
  await expect(ready(page)).toBeVisible();
  // Charts load when they come near, and what has loaded above them moves them away again.
  const busy = page.locator("main [aria-busy=true]");
  const scrolled = async () => {
    await page.evaluate("scrollTo(0, document.documentElement.scrollHeight)");
    return await busy.count();
  };
  await expect.poll(scrolled).toBe(0);
  await read(page, path, faults);
  await readTooltips(page, path, faults);
  for (const state of states) {
    await page.setViewportSize(state.onlyDesktop ? desktop : phone);
    await state.open(page);
    await expect(state.ready(page)).toBeVisible();
    await read(page, `${path}, ${state.name}`, faults);
    await page.keyboard.press("Escape");
    await expect(page.locator("dialog[open], [role=menu]")).toHaveCount(0);
  }
}

const visitAll = async (page: Page, screens: readonly Screen[], faults: Faults): Promise<void> => {
  for (const screen of screens) await test.step(screen.path, () => visit(page, screen, faults));
};

const said = (faults: Faults): string[] => [...faults].map(([fault, place]) => `${place}: ${fault}`);

test("the patterns find each fault in its example, and none in what is right", { tag: "@all" }, () => {
  expect(blindForms()).toEqual([]);
  expect(rightTexts.flatMap(faultsOf)).toEqual([]);
});

test(
  "no screen has a percentage, time, date, age or unit in two forms, nor a former phrase",
  { tag: "@all" },
  async ({ page }) => {
    const faults: Faults = new Map();
    await page.goto(product.webUrl);
    await visitAll(page, publicScreens, faults);
    await openAs(page, "admin@example.com", "/deployments", product);
    await visitAll(page, [...listScreens, ...memberScreens], faults);
    await openAs(page, "super@example.com", "/deployments", product);
    await visitAll(page, adminScreens, faults);
    expect(said(faults)).toEqual([]);
  },
);

/** What the API answers to the person of the page. */
async function answer<Answer>(page: Page, path: string): Promise<Answer> {
  return (await (await page.request.get(`${product.apiUrl}${path}`)).json()) as Answer;
}

/** A page of the demo by its address. */
const at = (path: string): Screen => ({ path, ready: (page) => page.locator("main h1").first() });

test(
  "the demo's incidents, deployments and databases have each unit and date in one form, too",
  { tag: "@all" },
  async ({ page }) => {
    const faults: Faults = new Map();
    const now = minuteOf(product.services.clock.now());
    await pass(product, product.people.organization, now, 6);
    await openAs(page, "admin@example.com", "/overview", product);
    const { incidents } = await answer<IncidentList>(page, "/incidents");
    expect(incidents.length, "incidents of the demo").toBeGreaterThan(3);
    const list = await answer<DeploymentList>(page, "/deployments");
    const kinds = new Map(
      list.deployments.map((item) => [`${item.type} ${item.source} ${item.status}`, item]),
    );
    expect(kinds.size, "kinds of deployments").toBeGreaterThan(4);
    const deployments = [...kinds.values()].flatMap(({ id }) => [
      at(`/deployments/${id}`),
      at(`/deployments/${id}/privacy`),
    ]);
    const pages = [
      ...["/overview", "/deployments", "/databases", "/incidents", "/incidents?tab=past", "/changes"].map(at),
      ...incidents.map(({ id }) => at(`/incidents/${id}`)),
      ...deployments,
    ];
    await visitAll(page, pages, faults);
    expect(said(faults)).toEqual([]);
  },
);
