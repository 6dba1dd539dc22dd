import { expect, test } from "@playwright/test";
import { demoPassword, sharedPlace, signIn } from "./place.ts";

const { webUrl } = sharedPlace();

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
    password: demoPassword,
    auth_mode: "direct",
    origin: expect.any(String),
  });
  await expect(page).toHaveURL(`${webUrl}/deployments`);
  expect(calls.slice(calls.indexOf("/api/v1/login")).slice(0, 3)).toEqual([
    "/api/v1/login",
    "/auth/login",
    "/me",
  ]);
  await expect(page.getByText("orders-cache")).toBeVisible();
});

test("the pages break no rule of their own content security policy", { tag: "@all" }, async ({ page }) => {
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
