import { expect, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";
import { scrollsSideways } from "./place.ts";
import { complaintOf, requestsOf } from "./provider.ts";
import { fillIn, send, values } from "./signup.ts";

let product: TestProduct;
test.beforeAll(async () => {
  product = await startTestProduct();
});
test.afterAll(() => product.stop());

test("NAV01 SGN01 SGN02 SGN03 SGN04 SGN05 SGN06 SGN08 SGN11 six fields are required, and nothing else is asked of them", async ({
  page,
}) => {
  await page.goto(`${product.webUrl}/signup`);
  await expect(page).toHaveTitle("Sign up - Shardwatch");
  const fields = {
    "First name": ["firstName", "text", "given-name"],
    "Last name": ["lastName", "text", "family-name"],
    Email: ["email", "email", "email"],
    Company: ["company", "text", "organization"],
    Country: ["country", "select-one", "country"],
    Password: ["password", "password", "new-password"],
  };
  for (const [label, [name = "", type, autocomplete = ""]] of Object.entries(fields)) {
    const field = page.getByLabel(label);
    await expect(field).toHaveAttribute("name", name);
    await expect(field).toHaveJSProperty("type", type);
    await expect(field).toHaveJSProperty("required", true);
    await expect(field).toHaveAttribute("autocomplete", autocomplete);
    for (const rule of ["pattern", "minlength", "maxlength"]) await expect(field).not.toHaveAttribute(rule);
  }
  await expect(page.locator("form").locator("input, select, textarea")).toHaveCount(6);
});

test("SGN07 SGN09 a form that is incomplete, or has no country of the list, sends nothing", async ({
  page,
}) => {
  await page.goto(`${product.webUrl}/signup`);
  await fillIn(page);
  await page.waitForLoadState("networkidle");
  const requests = requestsOf(page);
  for (const label of Object.keys(values)) {
    await page.getByLabel(label).fill("");
    await send(page);
    expect(await complaintOf(page, label)).not.toBe("");
    await page.getByLabel(label).fill(values[label as keyof typeof values]);
  }
  await page.getByLabel("Email").fill("no email");
  await send(page);
  expect(await complaintOf(page, "Email")).not.toBe("");
  await page.getByLabel("Email").fill(values.Email);
  await page.getByLabel("Country").selectOption("");
  await send(page);
  expect(await complaintOf(page, "Country")).not.toBe("");
  // A select of the browser: it takes no typed text.
  expect(await page.getByLabel("Country").evaluate((field) => field.nodeName)).toBe("SELECT");
  expect(requests.map((request) => request.url())).toEqual([]);
});

test("SGN10 SGN16 EXT01 EXT03 EXT04 EXT05 EXT13 ENT45 ENT47 ENT48 ENT49 ENT50 ENT51 ENT52 ENT53 a sign-up takes a country of the list and a new nonce, and says all that the marketing site asks for", async ({
  page,
  context,
}) => {
  const site = `${product.providerUrl}/marketing`;
  await context.addCookies([{ name: "known_browser", value: "yes", url: product.providerUrl }]);
  const listed = page.waitForResponse(`${site}/api/countries`);
  await page.goto(`${product.webUrl}/signup?utm_source=news&utm_campaign=spring%20%26%20more`);
  const { countries } = (await (await listed).json()) as { countries: { name: string; code: string }[] };
  await expect(page.getByLabel("Country").getByRole("option")).toHaveText([
    "Select a country",
    ...countries.map(({ name }) => name),
  ]);

  const requests = requestsOf(page);
  const nonced = page.waitForResponse(`${site}/api/proxy/nonce`);
  await fillIn(page, { Email: "payload@example.net" });
  const before = Date.now();
  await send(page);
  await expect(page.getByRole("heading", { name: "You're almost there" })).toBeVisible();
  expect(requests.map((request) => `${request.method()} ${request.url()}`)).toEqual([
    `GET ${site}/api/proxy/nonce`,
    `POST ${site}/api/proxy/signup`,
  ]);
  for (const request of [(await listed).request(), ...requests])
    expect(await request.headerValue("cookie")).toContain("known_browser=yes");
  const payload = requests[1]?.postDataJSON() as { time_stamp: string };
  const fields = {
    first_name: "Ada",
    last_name: "Bell",
    email: "payload@example.net",
    company: "Acme & Sons",
    country: "Germany",
  };
  const utm = {
    utm_source: "news",
    utm_medium: "",
    utm_campaign: "spring & more",
    utm_term: "",
    utm_content: "",
  };
  expect(payload).toEqual({
    ...fields,
    ...utm,
    password: values.Password,
    country_code: "DE",
    state_code: "",
    state: "",
    agreement: true,
    promotional_emails: false,
    product_type: "unifiedrc",
    nonce: ((await (await nonced).json()) as { nonce: string }).nonce,
    time_stamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    marketo_params: Object.entries({ ...fields, ...utm }).map(([name, value]) => ({ name, value })),
  });
  expect(Math.abs(Date.parse(payload.time_stamp) - before)).toBeLessThan(30_000);
});

test("SGN22 the top bar leads to the login screen", async ({ page }) => {
  await page.goto(`${product.webUrl}/signup`);
  await page.getByRole("link", { name: "Log in" }).click();
  await expect(page).toHaveURL(`${product.webUrl}/`);
  await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeFocused();
});

test("SGN23 the keyboard alone signs up, in a window of 360 px too", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  await page.goto(`${product.webUrl}/signup`);
  await expect(page.getByLabel("Country").getByRole("option", { name: "Germany" })).toBeAttached();
  expect(await scrollsSideways(page)).toBe(false);
  await expectAccessible(page, "sign up");
  await page.getByLabel("First name").focus();
  for (const text of ["Kim", "Lee", "kim@example.net", "Keys only"]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await expect(page.getByLabel("Country")).toBeFocused();
  await page.keyboard.type("Portu");
  await expect(page.getByLabel("Country")).toHaveValue("PT");
  await page.keyboard.press("Tab");
  await page.keyboard.type("a password");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Sign up with email" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "You're almost there" })).toBeVisible();
  expect(await scrollsSideways(page)).toBe(false);
});
