import { expect, type Page, test } from "@playwright/test";

const webUrl = () => process.env["SHARDWATCH_WEB_URL"] ?? "";

async function signIn(page: Page, email: string, password = "shardwatch-demo") {
  await page.goto(webUrl());
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("LGN20 LGN22 LGN23 LGN25 a member signs in at the provider, then at the API, and sees the deployments", async ({
  page,
}) => {
  const calls: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST") calls.push(new URL(request.url()).pathname);
  });
  const login = page.waitForRequest(
    (request) => request.url().endsWith("/api/v1/login") && request.method() === "POST",
  );
  await signIn(page, "viewer@example.com");
  expect((await login).postDataJSON()).toEqual({
    username: "viewer@example.com",
    password: "shardwatch-demo",
    auth_mode: "direct",
    origin: expect.any(String),
  });
  await expect(page).toHaveURL(`${webUrl()}/deployments`);
  expect(calls.slice(calls.indexOf("/api/v1/login")).slice(0, 3)).toEqual([
    "/api/v1/login",
    "/auth/login",
    "/me",
  ]);
  await expect(page.getByText("orders-cache")).toBeVisible();
});

test("LGN26 a wrong password shows a message and keeps the email", async ({ page }) => {
  await signIn(page, "admin@example.com", "wrong");
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByLabel("Email")).toHaveValue("admin@example.com");
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeEnabled();
});

test("the pages break no rule of their own content security policy", async ({ page }) => {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("Content Security Policy")) complaints.push(message.text());
  });
  await signIn(page, "admin@example.com");
  await expect(page.getByText("orders-cache")).toBeVisible();
  await page.getByText("orders-cache").click();
  await expect(page).toHaveURL(/\/deployments\/dep_/);
  await expect(page.getByRole("heading", { name: "orders-cache" })).toBeVisible();
  expect(complaints).toEqual([]);
});
