import { expect, test } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { callsOf, sharedPlace } from "./place.ts";
import { queryOf } from "./provider.ts";

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

test("LGN12 EXT12 a forgotten password is a redirect to the provider, which leads back", async ({ page }) => {
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
