import type { Page } from "@playwright/test";

/** The input of the form. */
export const values = {
  "First name": "Ada",
  "Last name": "Bell",
  Email: "ada@example.net",
  Company: "Acme & Sons",
  Password: "correct horse",
};
type Values = Partial<Record<keyof typeof values, string>>;

/** Fills in the whole form. */
export async function fillIn(page: Page, changes: Values = {}): Promise<void> {
  for (const [label, value] of Object.entries({ ...values, ...changes }))
    await page.getByLabel(label).fill(value);
  await page.getByLabel("Country").selectOption({ label: "Germany" });
}
export const send = (page: Page) => page.getByRole("button", { name: "Sign up with email" }).click();
