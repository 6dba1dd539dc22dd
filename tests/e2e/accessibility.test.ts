import { expect, type Locator, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { comeToHistory } from "./past.ts";
import { arrive, openAs, scrollsSideways } from "./place.ts";
import { adminScreens, listScreens, longName, memberScreens, publicScreens, type Screen } from "./screens.ts";
import { smallTargets } from "./targets.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

const windows = {
  desktop: { width: 1440, height: 900 },
  phone: { width: 360, height: 740 },
};
const finger = 44; // pixels
const opened = ["dialog[open]", "[role=menu]"];

/** Goes on after a failure. A page is laid out anew some frames after its window changed, so that it asks again. */
const soft = expect.configure({ soft: true });

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
  // Incidents open two minutes after the start. A slow machine comes to their page later, and expects none.
  product.holdTime();
});
test.afterEach(() => product.api.start());
test.afterAll(() => product.stop());

/** Checks what is shown in one window: a dialog or a menu alone, where one is open. */
async function check(page: Page, name: string, window: keyof typeof windows): Promise<void> {
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
  await soft.poll(() => scrollsSideways(page), `${name} scrolls sideways`).toBe(false);
  if (window === "phone")
    await soft.poll(() => smallTargets(page, finger), `small targets of ${name}`).toEqual([]);
  const counts = await Promise.all(opened.map((each) => page.locator(each).count()));
  const within = opened.find((_, at) => counts[at] !== 0) ?? "html";
  await expectAccessible(page, name, { within, thorough: true });
}

/** Screens without their dialogs and menus. */
const closed = (screens: readonly Screen[]): Screen[] => screens.map((screen) => ({ ...screen, states: [] }));

/** Walks through the screens in both windows, and looks at each page at 320 pixels. */
async function checkAll(page: Page, screens: readonly Screen[]): Promise<void> {
  for (const { path, ready, states = [] } of screens) {
    await page.setViewportSize(windows.desktop);
    // The application's own navigation: axe stays in the page.
    await page.evaluate(
      `history.pushState(null, "", "${path}"); dispatchEvent(new PopStateEvent("popstate"))`,
    );
    for (const window of ["desktop", "phone"] as const)
      await test.step(`${path}, ${window}`, async () => {
        await page.setViewportSize(windows[window]);
        await expect(ready(page)).toBeVisible();
        await check(page, `${path}, ${window}`, window);
        for (const state of states) {
          if ((window === "desktop") !== (state.onlyDesktop === true)) continue;
          await state.open(page);
          await expect(state.ready(page)).toBeVisible();
          await check(page, `${path}, ${state.name}, ${window}`, window);
          await page.keyboard.press("Escape");
          await expect(page.locator(opened.join())).toHaveCount(0);
        }
      });
    await page.setViewportSize({ width: 320, height: 740 });
    await soft.poll(() => scrollsSideways(page), `${path} scrolls sideways at 320 pixels`).toBe(false);
    await soft(page.locator("main, [role=main]"), `main of ${path}`).toHaveCount(1);
    await soft(page.locator("h1"), `h1 of ${path}`).toHaveCount(1);
  }
}

test(
  "public screens break no rule of WCAG 2.2 AA, light or dark, large or small",
  { tag: "@all" },
  async ({ page }) => {
    await page.goto(product.webUrl);
    await checkAll(page, publicScreens);
    await page.goto(product.webUrl);
    await page.getByLabel("Email").fill("viewer@example.com");
    await page.getByLabel("Password").fill("wrong");
    await page.getByLabel("Password").press("Enter");
    await expect(page.getByRole("alert")).not.toBeEmpty();
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
    await expectAccessible(page, "login refused");
  },
);

test(
  "the dialogs and menus of the list break no rule of WCAG 2.2 AA, light or dark, large or small",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, "admin@example.com", "/deployments", product);
    await checkAll(page, listScreens);
  },
);

test(
  "the list and a deployment break no rule of WCAG 2.2 AA, light or dark, large or small",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, "admin@example.com", "/deployments", product);
    await checkAll(page, closed(listScreens));
    await page.setViewportSize(windows.phone);
    await page.getByRole("link", { name: longName }).click();
    await page.getByRole("button", { name: /^License Information/ }).click();
    await page.getByRole("button", { name: "Details of events" }).click();
    // It loads when it comes near, and what is above it has grown.
    await comeToHistory(page);
    await check(page, "deployment, phone", "phone");
    await page.setViewportSize(windows.desktop);
    await expect(page.getByRole("table")).not.toHaveCount(0);
    await check(page, "deployment, desktop", "desktop");
  },
);

test(
  "the other screens of a member break no rule of WCAG 2.2 AA, light or dark, large or small",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, "admin@example.com", "/overview", product);
    await checkAll(page, memberScreens);
  },
);

test(
  "the screens of a super admin break no rule of WCAG 2.2 AA, light or dark, large or small",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, "super@example.com", "/deployments", product);
    await checkAll(page, adminScreens);
  },
);

test(
  "empty and failing pages break no rule of WCAG 2.2 AA, light or dark",
  { tag: "@all" },
  async ({ page }) => {
    await openAs(page, "somebody.new@example.org", "/deployments", product);
    await expect(page.getByText("No deployments found")).toBeVisible();
    await expectAccessible(page, "empty list");
    await arrive(page, "viewer@example.com", product);
    const loading = product.api.hold("GET /deployments");
    await page.reload();
    await loading.arrived;
    await expect(page.locator("[aria-busy=true]")).toBeVisible();
    await expectAccessible(page, "loading list");
    await product.api.stop();
    await expect(page.getByText("Unable to Load Deployments")).toBeVisible();
    await expectAccessible(page, "failing list");
  },
);

/** In the page: how an element looks in one respect. */
function computed(element: unknown, property: string): string {
  const { getComputedStyle } = globalThis as unknown as {
    getComputedStyle: (of: unknown) => { getPropertyValue: (name: string) => string };
  };
  return getComputedStyle(element).getPropertyValue(property);
}

test(
  "with a person's own colours, lines show what is chosen, what is checked, how full it is and what can be pressed",
  { tag: "@all" },
  async ({ page }) => {
    await page.emulateMedia({ forcedColors: "active" });
    await openAs(page, "admin@example.com", "/deployments", product);
    const style = (locator: Locator, property: string) => locator.evaluate(computed, property);

    const rail = page.getByRole("navigation", { name: "Main" });
    expect(await style(rail.getByRole("link", { name: "Deployments" }), "outline-style")).toBe("solid");
    expect(await style(rail.getByRole("link", { name: "Databases" }), "outline-style")).toBe("none");

    const views = page.getByRole("navigation", { name: "Views" }).getByRole("link");
    const lineOf = (view: Locator) => style(view, "border-bottom-color");
    expect(await lineOf(views.nth(1))).toBe(await style(page.locator("html"), "background-color"));
    expect(await lineOf(views.nth(0))).not.toBe(await lineOf(views.nth(1)));

    const row = page.getByRole("checkbox", { name: /^Select / }).nth(1);
    const tick = row.locator("xpath=following-sibling::*[1]/*");
    expect(await style(tick, "visibility")).toBe("hidden");
    await row.check();
    expect(await style(tick, "visibility")).toBe("visible");

    const used = page.getByRole("meter").first().locator(":scope > :first-child");
    expect(await style(used, "background-color")).toBe(await style(page.locator("body"), "color"));
  },
);
