import { expect, type Page } from "@playwright/test";

/** The password of everybody at the provider's simulator. */
export const demoPassword = "shardwatch-demo";

/** Fills in the login form and sends it. */
export async function submitLogin(page: Page, email: string, password = demoPassword): Promise<void> {
  await page.goto(process.env["SHARDWATCH_WEB_URL"] ?? "");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Signs in and waits for the first page behind the login. */
export async function signIn(page: Page, email: string): Promise<void> {
  await submitLogin(page, email);
  await expect(page).toHaveURL(/\/(deployments|admin)$/);
}
