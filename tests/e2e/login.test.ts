import { expect, test } from "@playwright/test";
import { addAttempts, keyOfAttempts } from "@shardwatch/core/attempts/attempts.table";
import { expectAccessible } from "./axe.ts";
import {
  arrive,
  callsOf,
  count,
  demoPassword,
  hadSession,
  scrollsSideways,
  sharedPlace,
  signIn,
  submitLogin,
} from "./place.ts";
import { queryOf } from "./provider.ts";
import { startTestProduct, type TestProduct } from "./test-product.ts";

test.describe("form", () => {
  const { webUrl } = sharedPlace();

  test("LGN06 LGN07 LGN08 LGN09 NAV02 the form has email and password, both are needed before it can be sent", async ({
    page,
  }) => {
    await page.goto(webUrl);
    await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
    const [email, password] = [page.getByLabel("Email"), page.getByLabel("Password")];
    await expect(email).toHaveAttribute("type", "email");
    await expect(password).toHaveAttribute("type", "password");
    for (const field of [email, password]) await expect(field).toHaveAttribute("required");
    const button = page.getByRole("button", { name: "Sign in", exact: true });
    await expect(button).toBeDisabled();
    await email.fill("viewer@example.com");
    await expect(button).toBeDisabled();
    await password.fill("something");
    await expect(button).toBeEnabled();
    await email.fill("");
    await expect(button).toBeDisabled();
    await email.fill("viewer@example.com");
    await expect(button).toBeEnabled();
    await password.fill("");
    await expect(button).toBeDisabled();
  });

  test("LGN26 ERR07 a wrong password is told, the email stays, and the form can be sent again", async ({
    page,
  }) => {
    await submitLogin(page, "admin@example.com", "wrong");
    await expect(page.getByRole("alert")).toHaveText("Invalid email or password");
    await expect(page.getByLabel("Email")).toHaveValue("admin@example.com");
    const button = page.getByRole("button", { name: "Sign in", exact: true });
    await expect(button).toBeEnabled();
    await button.click();
    await expect(page.getByRole("button", { name: "Signing in..." })).toHaveCount(0);
    // A button that is disabled while it works would lose the focus to the page.
    await expect(button).toBeFocused();
    await page.getByLabel("Password").fill("shardwatch-demo");
    await button.click();
    await expect(page).toHaveURL(`${webUrl}/deployments`);
  });

  test("LGN27 Enter in either field sends the form, and what went wrong is announced", async ({ page }) => {
    await page.goto(webUrl);
    for (const field of ["Email", "Password"]) {
      await page.getByLabel("Email").fill("viewer@example.com");
      await page.getByLabel("Password").fill("wrong");
      // The region exists before its text, or a screen reader would not notice the change.
      await expect(page.getByRole("alert")).toBeAttached();
      await page.getByLabel(field).press("Enter");
      await expect(page.getByRole("alert")).toHaveText("Invalid email or password");
      await page.reload();
    }
  });

  test("LGN24 NAV22 ROL09 a super admin lands on the admin page, and the start page leads there too", async ({
    page,
  }) => {
    await signIn(page, "super@example.com");
    await expect(page).toHaveURL(`${webUrl}/admin`);
    await page.goto(webUrl);
    await expect(page).toHaveURL(`${webUrl}/admin`);
  });

  for (const email of ["viewer@example.com", "admin@example.com"])
    test(`NAV23 LGN25 ROL09 ${email} lands on the deployments, and the start page leads there too`, async ({
      page,
    }) => {
      await signIn(page, email);
      await expect(page).toHaveURL(`${webUrl}/deployments`);
      await page.goto(webUrl);
      await expect(page).toHaveURL(`${webUrl}/deployments`);
    });

  test("LGN17 LGN18 a session that exists already is found on load", async ({ page }) => {
    await arrive(page, "viewer@example.com");
    const calls = callsOf(page, sharedPlace());
    await page.goto(webUrl);
    await expect(page).toHaveURL(`${webUrl}/deployments`);
    expect(calls.slice(0, 2)).toEqual(["POST /auth/login", "POST /me"]);
  });

  test("LGN17 LGN19 without a session the login screen stays as it is", async ({ page }) => {
    const calls = callsOf(page, sharedPlace());
    const asked = page.waitForResponse((answer) => answer.url().endsWith("/auth/login"));
    await page.goto(webUrl);
    expect((await asked).status()).toBe(401);
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await expect(page.getByRole("alert")).toBeEmpty();
    await page.getByLabel("Email").fill("still@example.com");
    await expect(page).toHaveURL(`${webUrl}/`);
    expect(count(calls, "POST /me")).toBe(0);
  });

  test("LGN28 the login screen fits a window of 360 px", { tag: "@all" }, async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await submitLogin(page, "admin@example.com", "wrong");
    await expect(page.getByRole("alert")).not.toBeEmpty();
    await expect.poll(() => scrollsSideways(page)).toBe(false);
    for (const part of [
      page.getByLabel("Email"),
      page.getByLabel("Password"),
      page.getByRole("button", { name: "Sign in", exact: true }),
    ])
      await expect(part).toBeInViewport({ ratio: 1 });
  });

  test("LGN01 LGN02 LGN28 Google and GitHub have their own marks, and a wide screen shows a fleet beside the form", async ({
    page,
  }) => {
    const files: string[] = [];
    page.on("request", (request) => files.push(request.url()));
    const isLoaded = (part: string) => files.some((file) => file.includes(part));
    await page.setViewportSize({ width: 360, height: 640 });
    const marks = page.waitForResponse(/provider-marks/);
    await page.goto(webUrl);
    const colors = [...(await (await marks).text()).matchAll(/#[0-9A-F]{6}/g)].map(([color]) => color);
    expect(colors).toEqual(["#4285F4", "#34A853", "#FBBC05", "#EA4335"]);
    // A mark without a size is not drawn: its file is missing, or the page may not load it.
    const widths = () =>
      page.evaluate("[...document.querySelectorAll('use')].map((use) => use.getBBox().width > 10)");
    await expect.poll(widths).toEqual([true, true]);
    expect(isLoaded("FleetPicture")).toBe(false);

    await page.setViewportSize({ width: 1024, height: 768 });
    await expect(page.getByText("Know what is full, down or expiring")).toBeVisible();
    await expect(page.getByText("checkout-sessions")).toBeInViewport({ ratio: 1 });
    await expect(page.getByRole("complementary").getByRole("listitem")).toHaveCount(0);
    await expect(page.getByLabel("Email")).toBeInViewport({ ratio: 1 });
    await expect.poll(() => scrollsSideways(page)).toBe(false);
  });

  for (const [name, opening] of [
    ["the form", "form"],
    ["an existing session", "session"],
  ] as const)
    test(
      `NAV28 whoever was sent away lands where they wanted to go, by ${name}`,
      { tag: "@all" },
      async ({ page }) => {
        await hadSession(page);
        await page.goto(`${webUrl}/deployments?page=2`);
        await expect(page).toHaveURL(`${webUrl}/logout?returnTo=%2Fdeployments%3Fpage%3D2`);
        if (opening === "session") await arrive(page, "viewer@example.com");
        await page.getByRole("link", { name: "Sign back in" }).click();
        if (opening === "form") {
          await page.getByLabel("Email").fill("viewer@example.com");
          await page.getByLabel("Password").fill("shardwatch-demo");
          await page.getByLabel("Password").press("Enter");
        }
        await expect(page).toHaveURL(`${webUrl}/deployments?page=2`);
      },
    );

  test("NAV28 a place to return to is never another site", { tag: "@all" }, async ({ page }) => {
    await hadSession(page);
    await page.goto(`${webUrl}/logout?returnTo=${encodeURIComponent("//elsewhere.example/deployments")}`);
    await page.getByRole("link", { name: "Sign back in" }).click();
    await expect(page).toHaveURL(`${webUrl}/`);
    await page.goto(`${webUrl}/?returnTo=${encodeURIComponent("https://elsewhere.example/")}`);
    await page.getByLabel("Email").fill("viewer@example.com");
    await page.getByLabel("Password").fill("shardwatch-demo");
    await page.getByLabel("Password").press("Enter");
    await expect(page).toHaveURL(`${webUrl}/deployments`);
  });
});

test.describe("failures", () => {
  let product: TestProduct;
  test.beforeAll(async () => {
    product = await startTestProduct();
  });
  test.afterEach(async () => {
    product.api.open();
    await product.provider.start();
    await product.misbehave({ mode: "normal" });
  });
  test.afterAll(() => product.stop());

  const failed = "Login failed. Please try again.";

  test("LGN10 LGN11 ERR08 while it is busy the button says so and a second submit sends nothing; a provider that never answers is a failed login in the end", async ({
    page,
  }) => {
    let logins = 0;
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/api/v1/login")) logins += 1;
    });
    await product.misbehave({ mode: "hanging" });
    await submitLogin(page, "viewer@example.com", demoPassword, product);
    const button = page.getByRole("button", { name: "Signing in..." });
    await expect(button).toBeDisabled();
    await button.click({ force: true });
    await page.getByLabel("Password").press("Enter");
    await page.getByLabel("Email").press("Enter");
    await expect(page.getByRole("alert")).toHaveText(failed, { timeout: 20_000 });
    expect(logins).toBe(1);
  });

  test(
    "ERR08 LGN26 a provider that is broken, or has had enough, or is gone, is a failed login that can be tried again",
    { tag: "@all" },
    async ({ page }) => {
      const fails = async () => {
        await submitLogin(page, "viewer@example.com", demoPassword, product);
        await expect(page.getByRole("alert")).toHaveText(failed);
        await expect(page.getByLabel("Email")).toHaveValue("viewer@example.com");
      };
      await product.misbehave({ mode: "server-error" });
      await fails();
      await product.misbehave({ mode: "rate-limited" });
      await fails();
      await product.provider.stop();
      await fails();
      await product.provider.start();
      await product.misbehave({ mode: "normal" });
      await page.getByRole("button", { name: "Sign in", exact: true }).click();
      await expect(page).toHaveURL(`${product.webUrl}/deployments`);
    },
  );

  test(
    "ERR08 a provider that fails at once after it accepted the password is a failed login, not a wrong password",
    { tag: "@all" },
    async ({ page }) => {
      // The page asks for a session of another tab first. That question must not be the one that is held.
      const asked = page.waitForResponse((answer) => answer.url().endsWith("/auth/login"));
      await page.goto(product.webUrl);
      await asked;
      const opening = product.api.hold("POST /auth/login");
      await submitHere();
      await opening.arrived;
      await product.endSessions();
      opening.release();
      await expect(page.getByRole("alert")).toHaveText(failed);

      async function submitHere() {
        await page.getByLabel("Email").fill("viewer@example.com");
        await page.getByLabel("Password").fill(demoPassword);
        await page.getByLabel("Password").press("Enter");
      }
    },
  );

  test("ERR09 a user who cannot be read after the login is told so", async ({ page }) => {
    const calls = callsOf(page, product);
    const asking = product.api.hold("POST /me");
    await submitLogin(page, "viewer@example.com", demoPassword, product);
    await asking.arrived;
    expect(count(calls, "POST /auth/login")).toBeGreaterThan(0);
    await product.misbehave({ mode: "server-error" });
    asking.release();
    await expect(page.getByRole("alert")).toHaveText("Failed to get user information. Please try again.");
    await expect(page.getByLabel("Email")).toHaveValue("viewer@example.com");
    await expect(page).toHaveURL(`${product.webUrl}/`);
  });

  test(
    "SEC19 MND03 a network with too many sign-ins is told when to try again, at the form and on a page, and nobody who is signed in is refused",
    { tag: "@all" },
    async ({ page }) => {
      await submitLogin(page, "viewer@example.com", demoPassword, product);
      await expect(page).toHaveURL(`${product.webUrl}/deployments`);
      await page.evaluate(() => sessionStorage.clear());
      const windowLength = 600_000;
      const now = Math.ceil(Date.now() / windowLength) * windowLength;
      for (const end of [now, now + windowLength])
        await product.services.table.update(
          keyOfAttempts("network", "127.0.0.1", end),
          addAttempts(1_000, end),
        );
      const wait = /Too many sign-ins from your network have failed\. Please try again in \d+ minutes?\./;
      // Who has a session of ours is not refused.
      await page.goto(`${product.webUrl}/deployments`);
      await expect(page.getByRole("heading", { name: "Deployments" })).toBeVisible();
      await page.evaluate(() => sessionStorage.clear());
      await page.context().clearCookies({ name: "shardwatch_session" });
      await page.goto(`${product.webUrl}/deployments`);
      await expect(page.getByRole("heading", { name: wait })).toContainText("Please Wait");
      await expect(page).toHaveURL(`${product.webUrl}/deployments`);
      await submitLogin(page, "viewer@example.com", demoPassword, product);
      await expect(page.getByRole("alert")).toHaveText(wait);
      for (const end of [now, now + windowLength])
        await product.services.table.remove(keyOfAttempts("network", "127.0.0.1", end));
      await page.goto(`${product.webUrl}/deployments`);
      await expect(page.getByRole("heading", { name: "Deployments" })).toBeVisible();
    },
  );
});

test.describe("other ways", () => {
  const place = sharedPlace();
  const { webUrl, providerUrl } = place;

  const ways = [
    ["Google", "google"],
    ["GitHub", "github"],
    ["SSO", "saml"],
  ] as const;

  for (const [name, loginMethod] of ways)
    test(`LGN01 LGN02 LGN03 LGN04 LGN05 EXT11 EXT13 NAV28 ${name} is a redirect to the provider that comes back signed in, to where the person wanted to go`, async ({
      page,
    }) => {
      await page.goto(`${webUrl}/deployments?page=2`);
      await page.getByRole("link", { name: `Sign in with ${name}` }).click();
      await expect(page.getByRole("heading", { name: `Sign in with ${name}` })).toBeVisible();
      expect(page.url().split("?")[0]).toBe(`${providerUrl}/login`);
      expect(queryOf(page)).toEqual({
        loginMethod,
        redirectTo: `${webUrl}/?returnTo=%2Fdeployments%3Fpage%3D2`,
      });
      const calls = callsOf(page, place);
      await page.getByRole("button", { name: "viewer@example.com" }).click();
      await expect(page).toHaveURL(`${webUrl}/deployments?page=2`);
      await expect(page.getByText("viewer@example.com")).toBeVisible();
      expect(calls.slice(0, 2)).toEqual(["POST /auth/login", "POST /me"]);
    });

  test(
    "LGN05 somebody new who comes back from Google has an account from then on",
    { tag: "@all" },
    async ({ page }) => {
      await page.goto(webUrl);
      await page.getByRole("link", { name: "Sign in with Google" }).click();
      expect(queryOf(page)["redirectTo"]).toBe(`${webUrl}/`);
      await page.getByLabel("Somebody else's email").fill("first.timer@example.org");
      await page.getByRole("button", { name: "Continue" }).click();
      await expect(page).toHaveURL(`${webUrl}/deployments`);
      await expect(page.getByText("first.timer@example.org")).toBeVisible();
    },
  );

  test(
    "SEC17 NAV28 a foreign address to return to goes to no provider's page",
    { tag: "@all" },
    async ({ page }) => {
      const returnTo = encodeURIComponent("//elsewhere.example/deployments");
      for (const path of ["/", "/signup"]) {
        await page.goto(`${webUrl}${path}?returnTo=${returnTo}`);
        const links = page.locator(`a[href^="${providerUrl}/"][href*="redirectTo"]`);
        await expect(links).toHaveCount(path === "/" ? 4 : 2);
        for (const link of await links.all()) {
          const address = new URL((await link.getAttribute("href")) ?? "");
          expect(address.searchParams.get("redirectTo")).toBe(`${webUrl}/`);
        }
      }
    },
  );

  test("LGN12 EXT12 a forgotten password is a redirect to the provider, which leads back", async ({
    page,
  }) => {
    await page.goto(`${webUrl}/?returnTo=%2Fadmin`);
    await page.getByRole("link", { name: "Forgot your password" }).click();
    await expect(page.getByRole("heading", { name: "Forgot your password" })).toBeVisible();
    expect(page.url().split("?")[0]).toBe(`${providerUrl}/forgot-password`);
    expect(queryOf(page)).toEqual({ loginMethod: "direct", redirectTo: `${webUrl}/?returnTo=%2Fadmin` });
    await page.getByRole("link", { name: "Back to sign-in" }).click();
    await expect(page).toHaveURL(`${webUrl}/?returnTo=%2Fadmin`);
  });

  test("LGN13 LGN14 LGN15 LGN16 NAV28 terms, privacy, support and the way to sign up are on the login screen", async ({
    page,
  }) => {
    const { links, supportEmail } = (await (await page.request.get(`${webUrl}/config.json`)).json()) as {
      links: { terms: string; privacy: string };
      supportEmail: string;
    };
    await page.goto(`${webUrl}/?returnTo=%2Fadmin`);
    const link = (name: string) => page.getByRole("link", { name, exact: true });
    await expect(link("Terms")).toHaveAttribute("href", links.terms);
    await expect(link("Privacy")).toHaveAttribute("href", links.privacy);
    await expect(link("Contact support")).toHaveAttribute("href", `mailto:${supportEmail}`);
    await expectAccessible(page, "login");
    await link("Sign up").click();
    await expect(page).toHaveURL(`${webUrl}/signup?returnTo=%2Fadmin`);
    await expect(page.getByRole("heading", { level: 1, name: "Sign up" })).toBeFocused();
    await link("Log in").click();
    await expect(page).toHaveURL(`${webUrl}/?returnTo=%2Fadmin`);
  });
});
