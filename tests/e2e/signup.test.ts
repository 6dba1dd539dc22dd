import { expect, type Page, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { arrive, callsOf, scrollsSideways, submitLogin } from "./place.ts";
import { activationLink, complaintOf, queryOf, requestsOf, setProvider } from "./provider.ts";
import { fillIn, send, values } from "./signup.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

test.describe("form", () => {
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
    // It chooses a country, so the countries have been loaded.
    await fillIn(page);
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
    await expect.poll(() => scrollsSideways(page)).toBe(false);
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
    await expect.poll(() => scrollsSideways(page)).toBe(false);
  });
});

test.describe("failures", () => {
  let product: TestProduct;
  test.beforeAll(async () => {
    product = await startTestProduct();
  });
  test.afterEach(async () => {
    await product.provider.start();
    await setProvider(product, { mode: "normal", signUp: "works", countries: "works" });
  });
  test.afterAll(() => product.stop());

  const failed = "Signup failed. Please try again.";
  const notLoaded = "Failed to load signup data. Please refresh the page.";
  const typed = {
    "First name": "Ada",
    "Last name": "Bell",
    Email: "ada@example.net",
    Company: "Acme",
    Password: "correct horse",
  };

  async function open(page: Page, email: string): Promise<void> {
    await page.goto(`${product.webUrl}/signup`);
    for (const [label, value] of Object.entries({ ...typed, Email: email }))
      await page.getByLabel(label).fill(value);
    await page.getByLabel("Country").selectOption("DE");
  }

  test("ERR10 SGN17 SGN21 a sign-up that is refused, or fails at any step, says so and can be sent again with the same values", async ({
    page,
  }) => {
    await open(page, "again@example.net");
    const button = page.getByRole("button", { name: "Sign up with email" });
    const fails = async () => {
      await button.click();
      await expect(page.getByRole("alert").filter({ hasText: failed })).toBeVisible();
      await expect(button).toBeEnabled();
      for (const [label, value] of Object.entries({ ...typed, Email: "again@example.net", Country: "DE" }))
        await expect(page.getByLabel(label)).toHaveValue(value);
    };
    for (const signUp of ["refused", "failing", "nonce-failing"]) {
      await setProvider(product, { signUp });
      await fails();
    }
    await setProvider(product, { signUp: "works" });
    for (const mode of ["damaged", "rate-limited"]) {
      await setProvider(product, { mode });
      await fails();
    }
    await expectAccessible(page, "sign-up failed");
    await product.provider.stop();
    await fails();
    await product.provider.start();
    await setProvider(product, { mode: "normal" });
    await button.click();
    await expect(page.getByRole("heading", { name: "You're almost there" })).toBeVisible();
  });

  test("ERR10 an email that has an account already is told so", { tag: "@all" }, async ({ page }) => {
    await open(page, "viewer@example.com");
    await page.getByRole("button", { name: "Sign up with email" }).click();
    const alert = page.getByRole("alert").filter({ hasText: failed });
    await expect(alert).toContainText("An account with this email already exists.");
  });

  test("SGN17 SGN18 while it is submitting the button says so and nothing can be sent again", async ({
    page,
  }) => {
    await open(page, "busy@example.net");
    const requests = requestsOf(page);
    const sending = product.provider.hold("POST /marketing/api/proxy/signup");
    await page.getByRole("button", { name: "Sign up with email" }).click();
    const busy = page.getByRole("button", { name: "Signing up..." });
    await expect(busy).toBeDisabled();
    await busy.click({ force: true });
    await page.getByLabel("Email").press("Enter");
    await page.getByLabel("Password").press("Enter");
    await sending.arrived;
    sending.release();
    await expect(page.getByRole("heading", { name: "You're almost there" })).toBeVisible();
    await expect(page.getByRole("button")).toHaveCount(0);
    expect(requests.map((request) => new URL(request.url()).pathname)).toEqual([
      "/marketing/api/proxy/nonce",
      "/marketing/api/proxy/signup",
    ]);
  });

  test("ERR11 without its countries the page says so and loads them again when asked, and nobody is sent anywhere", async ({
    page,
  }) => {
    const calls = callsOf(page, product);
    const alert = page.getByRole("alert").filter({ hasText: notLoaded });
    const fails = async () => {
      await page.goto(`${product.webUrl}/signup`);
      await expect(alert).toBeVisible();
    };
    for (const countries of ["damaged", "empty", "failing"]) {
      await setProvider(product, { countries });
      await fails();
    }
    await expectAccessible(page, "no countries");
    await product.provider.stop();
    await fails();
    await page.getByLabel("Company").fill("Kept");
    await product.provider.start();
    await setProvider(product, { countries: "works" });
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByLabel("Country").selectOption("FR");
    await expect(page.getByText(notLoaded)).toHaveCount(0);
    await expect(page.getByLabel("Company")).toHaveValue("Kept");
    await expect(page).toHaveURL(`${product.webUrl}/signup`);
    expect(calls).toEqual([]);
  });
});

test.describe("activation", () => {
  let product: TestProduct;
  test.beforeAll(async () => {
    product = await startTestProduct();
  });
  test.afterAll(() => product.stop());

  test("SGN12 SGN19 SGN20 SEC07 SES22 after the sign-up the mail activates the account, which signs in; the password goes to nobody but the provider", async ({
    page,
  }) => {
    const requests = requestsOf(page);
    await page.goto(`${product.webUrl}/signup`);
    await fillIn(page);
    await send(page);
    await expect(page.getByRole("heading", { level: 1, name: "You're almost there" })).toBeFocused();
    await expect(page).toHaveTitle("You're almost there - Shardwatch");
    await expect(page.getByRole("main")).toContainText(
      `Check your email at ${values.Email} and open the link to activate your account. Then reload`,
    );
    await expectAccessible(page, "almost there");
    const mail = await activationLink(product, values.Email);

    await submitLogin(page, values.Email, values.Password, product);
    await expect(page.getByRole("alert")).toContainText("Activate your account first");
    await page.goto(mail);
    await page.getByRole("button", { name: "Activate the account" }).click();
    await page.getByRole("link", { name: "Sign in" }).click();
    await page.getByLabel("Email").fill(values.Email);
    await page.getByLabel("Password").fill(values.Password);
    await page.getByLabel("Password").press("Enter");
    await expect(page).toHaveURL(`${product.webUrl}/deployments`);
    await expect(page.getByText(values.Email)).toBeVisible();

    const holding = requests.filter((request) =>
      [request.url(), request.postData(), JSON.stringify(request.headers())].some((text) =>
        text?.includes(values.Password),
      ),
    );
    expect(new Set(holding.map((request) => request.url()))).toEqual(
      new Set([`${product.providerUrl}/marketing/api/proxy/signup`, `${product.providerUrl}/api/v1/login`]),
    );
    expect(requests.some((request) => request.url().startsWith(product.apiUrl))).toBe(true);
    const stored = await page.evaluate("JSON.stringify([sessionStorage, localStorage])");
    expect(stored).toContain(values.Email);
    expect(stored).not.toContain(values.Password);
  });

  test(
    "SGN19 SGN20 from almost there the way on is the sign-in screen; a reload stays there, and signs in whom the activation has given a session",
    { tag: "@all" },
    async ({ page }) => {
      const email = "on.my.way@example.net";
      await page.goto(`${product.webUrl}/signup?returnTo=%2Fprofile%2Fpersonal`);
      await fillIn(page, { Email: email });
      await send(page);
      const loaded = page.waitForEvent("load");
      await page.getByRole("link", { name: "Reload and sign in" }).click();
      await loaded;
      await expect(page).toHaveURL(`${product.webUrl}/?returnTo=%2Fprofile%2Fpersonal`);
      await page.goBack();
      await page.reload();
      await expect(page.getByRole("heading", { level: 1, name: "You're almost there" })).toBeVisible();
      await expect(page.getByRole("main")).toContainText(email);
      const mail = await page.context().newPage();
      await mail.goto(await activationLink(product, email));
      await mail.getByRole("button", { name: "Activate the account" }).click();
      await mail.getByRole("link", { name: "Sign in" }).waitFor();
      await arrive(page, email, product, values.Password);
      await page.reload();
      await expect(page).toHaveURL(`${product.webUrl}/profile/personal`);
    },
  );

  for (const [name, loginMethod] of [
    ["Google", "google"],
    ["GitHub", "github"],
  ] as const)
    test(`SGN13 SGN14 SGN15 NAV28 ${name} signs up at the provider and comes back signed in, to where the person wanted to go; there is no SSO`, async ({
      page,
    }) => {
      await page.goto(`${product.webUrl}/signup?returnTo=%2Fdeployments%3Fsearch%3Dcache`);
      await expect(page.getByRole("link", { name: /^Sign up with/ })).toHaveText(["Google", "GitHub"]);
      await expect(page.getByText("SSO", { exact: true })).toHaveCount(0);
      await page.getByRole("link", { name: `Sign up with ${name}` }).click();
      await expect(page.getByRole("heading", { name: `Sign up with ${name}` })).toBeVisible();
      expect(page.url().split("?")[0]).toBe(`${product.providerUrl}/sign-up`);
      expect(queryOf(page)).toEqual({
        loginMethod,
        redirectTo: `${product.webUrl}/?returnTo=%2Fdeployments%3Fsearch%3Dcache`,
      });
      await page.getByLabel("Email").fill(`${loginMethod}@example.net`);
      await page.getByLabel("First name").fill("Ines");
      await page.getByLabel("Last name").fill("Duarte");
      await page.getByRole("button", { name: "Sign up" }).click();
      await expect(page).toHaveURL(`${product.webUrl}/deployments?search=cache`);
      await expect(page.getByText(`${loginMethod}@example.net`)).toBeVisible();
    });
});
