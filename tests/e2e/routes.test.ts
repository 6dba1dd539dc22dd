import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { seen } from "./deployments.ts";
import { minuteOf, pass } from "./passes.ts";
import { openAs, scrollsSideways } from "./place.ts";
import { startAtMidday, type TestProduct } from "./test-product.ts";

const source = { kind: "agent", id: "key", instance: "zeta" } as const;

let product: TestProduct;
let now = 0;

/** Two servers that can't be reached, each with an incident. */
test.beforeAll(async () => {
  ({ product, now } = await startAtMidday());
  await seen(product, source, [
    { name: "shop-cart", status: "unreachable" },
    { name: "pay-ledger", status: "unreachable" },
  ]);
  await pass(product, product.people.organization, minuteOf(now));
});
test.beforeEach(({ page }) => page.clock.setFixedTime(now));
test.afterAll(() => product.stop());

const open = (page: Page) => openAs(page, "admin@example.com", "/profile/notifications", product);
const section = (page: Page) => page.getByRole("region", { name: "Routes" });
const list = (page: Page) => section(page).getByRole("list", { name: "Routes in their order" });
const route = (page: Page, place: number) =>
  section(page).getByRole("listitem", { name: `Route ${place}`, exact: true });
const filter = (page: Page, place: number) => route(page, place).getByRole("combobox");
const recipients = (page: Page) => section(page).getByRole("table", { name: "Incidents by recipient" });
const button = (page: Page, name: string) => section(page).getByRole("button", { name, exact: true });

/** Asks the API as the person of the page. */
async function api(page: Page, method: string, path: string, data: object): Promise<void> {
  const headers = { origin: product.webUrl };
  const answer = await page.request.fetch(`${product.apiUrl}${path}`, { method, headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
}

/** How many incidents a recipient would have got: by the routes that are saved, and by those of the fields. */
async function numbersOf(page: Page, name: string): Promise<number[]> {
  const row = recipients(page).getByRole("row").filter({ hasText: name });
  return (await row.getByRole("cell").allInnerTexts()).map((text) => Number(text.replaceAll(",", "")));
}

interface Listed {
  channels: { id: string; name: string }[];
}

async function idOf(page: Page, name: string): Promise<string> {
  const { channels } = (await (await page.request.get(`${product.apiUrl}/channels`)).json()) as Listed;
  return channels.find((channel) => channel.name === name)?.id ?? "";
}

/** Opens the page where these filters lead to the admins' mail. */
async function openWith(page: Page, ...filters: string[]): Promise<void> {
  await open(page);
  const channels = [await idOf(page, "Admins by email")];
  await api(page, "PUT", "/routes", { routes: filters.map((one) => ({ filter: one, channels })) });
  await page.reload();
}

const addHook = (page: Page, name: string) =>
  api(page, "POST", "/channels", {
    kind: "webhook",
    name,
    url: "https://hooks.example.com/in/0123456789abcd",
  });

test("CHN15 a manager orders routes by the keyboard, sees who would have got what, and saves them", async ({
  page,
}) => {
  await open(page);
  await addHook(page, "Payments pager");
  await page.reload();
  await expect(list(page).getByRole("listitem")).toContainText(["Every incident"]);
  await expect(section(page)).toContainText("All channels that are on");
  await button(page, "Add route").click();
  await expect(filter(page, 1)).toBeFocused();

  // What is missing is said at its field.
  await button(page, "Save").click();
  await expect(filter(page, 1)).toBeFocused();
  await expect(filter(page, 1)).toHaveAccessibleDescription(/Type which deployments/);
  await expect(section(page).getByText("Complete the routes to see who would have got what.")).toBeVisible();
  await page.keyboard.type("sou");
  await page.getByRole("option", { name: "source:" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.type("agent shop");
  await page.keyboard.press("Escape");
  await route(page, 1).getByRole("checkbox", { name: "Admins by email" }).check();

  await button(page, "Add route").press("Enter");
  await expect(filter(page, 2)).toBeFocused();
  await page.keyboard.type("pay");
  await route(page, 2).getByRole("checkbox", { name: "Payments pager" }).check();
  await section(page).getByRole("radio", { name: "Only some channels" }).check();
  await section(page)
    .getByRole("group", { name: "Channels for everything else" })
    .getByRole("checkbox", { name: "Admins by email" })
    .check();
  // The demo's past has incidents too.
  await expect(section(page).getByText(/^\d+ incidents of the last 30 days\./)).toBeVisible();
  const [before = 0, after = 0] = await numbersOf(page, "Payments pager");
  expect([after > 0, after < before]).toEqual([true, true]);

  // The focus stays with what moves.
  await route(page, 2).getByRole("button", { name: "Move route 2 up" }).press("Enter");
  await expect(filter(page, 1)).toHaveValue("pay");
  await expect(route(page, 1).getByRole("button", { name: "Move route 1 down" })).toBeFocused();
  await expect(section(page).getByText("Route 2 is now 1 of 2")).toBeAttached();
  await page.keyboard.press("Enter");
  await expect(filter(page, 2)).toHaveValue("pay");
  await expect(route(page, 2).getByRole("button", { name: "Move route 2 up" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expectAccessible(page, "routes", { within: "main" });

  await button(page, "Save").click();
  await expect(button(page, "Edit routes")).toBeFocused();
  await expect(list(page)).toContainText(/1\s*pay\s*Payments pager\s*2\s*shop source:agent/);
  await page.reload();
  await expect(list(page)).toContainText("shop source:agent");
  await expect(list(page).getByText("Everything else")).toBeVisible();
});

test(
  "CHN15 what somebody else saves meanwhile is not overwritten, and a channel that is gone is named",
  { tag: "@all" },
  async ({ page }) => {
    await openWith(page, "cart");
    await addHook(page, "Short-lived");
    const id = await idOf(page, "Short-lived");
    await page.reload();
    await button(page, "Edit routes").click();
    await expect(filter(page, 1)).toBeFocused();
    const routes = [{ filter: "cart", channels: [id], also: true }];
    await api(page, "PUT", "/routes", { routes });
    await button(page, "Remove route 1").click();
    await button(page, "Save").click();
    await expect(section(page).getByText("Somebody else changed them.")).toBeVisible();
    await button(page, "Cancel").click();
    await expect(list(page)).toContainText("and on to what comes below");
    await api(page, "DELETE", `/channels/${id}`, {});
    await page.reload();
    await expect(list(page)).toContainText("A deleted channel");
    await button(page, "Edit routes").click();
    await button(page, "Save").click();
    await expect(section(page).getByText("Choose at least one channel")).toBeVisible();
  },
);

for (const width of [360, 768, 1440])
  test(`CHN15 routes fit into a window of ${width} pixels`, { tag: "@all" }, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await openWith(page, "region:eu-west-1 policy:noeviction -source:redis-cloud", "cart");
    await expect(list(page)).toBeVisible();
    const tab = page
      .getByRole("navigation", { name: "Profile" })
      .getByRole("link", { name: "Notifications" });
    await expect(tab).toBeInViewport({ ratio: 0.95 });
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await button(page, "Edit routes").click();
    await expect(recipients(page)).toBeVisible();
    await expect(section(page).getByRole("table", { name: "Incidents by route" })).toContainText(
      "Everything else",
    );
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    await expectAccessible(page, `routes at ${width}`, { within: "main" });
    if (width < 1_440) return;
    // Where the preview is beside the fields, it stays in sight.
    await page.setViewportSize({ width, height: 500 });
    await button(page, "Save").scrollIntoViewIfNeeded();
    await expect(recipients(page)).toBeInViewport();
  });
