import { expect, test } from "@playwright/test";
import {
  arrive,
  callsOf,
  count,
  hadSession,
  scrollsSideways,
  sharedPlace,
  signIn,
  submitLogin,
} from "./place.ts";

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
  expect(await scrollsSideways(page)).toBe(false);
  for (const part of [page.getByLabel("Email"), page.getByLabel("Password"), page.getByRole("button")])
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
  expect(await scrollsSideways(page)).toBe(false);
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
