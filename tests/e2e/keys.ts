import { expect, type Locator, type Page } from "@playwright/test";
import type { Report } from "@shardwatch/core/contract/report/report";
import type { Place } from "./place.ts";

/** The dialog that shows a new key. */
export const newKey = (page: Page): Locator =>
  page.getByRole("dialog", { name: "API key created successfully!" });

/** The controls of the form that creates a key. */
export const nameField = (page: Page): Locator => page.getByLabel("API key name");
export const createButton = (page: Page): Locator =>
  page.getByRole("button", { name: "Create", exact: true });

/** Creates a key with the form and leaves its dialog open. Returns the whole key. */
export async function createByForm(page: Page, name: string): Promise<string> {
  await page.getByRole("button", { name: "Create agent key" }).click();
  await nameField(page).fill(name);
  await nameField(page).press("Enter");
  const field = newKey(page).getByLabel("Agent key", { exact: true });
  await expect(field).toBeVisible();
  return await field.inputValue();
}

/** The table's row of a key, or its card. */
export const keyRow = (page: Page, name: string): Locator =>
  page
    .getByRole("row")
    .or(page.getByRole("listitem"))
    .filter({ has: page.getByRole("button", { name: `Revoke ${name}` }) });

/** Reports servers with a key, as an agent does. Returns the status of the answer. */
export async function report(
  { apiUrl }: Place,
  compositeKey: string,
  names: readonly string[],
  agent: Partial<Report["agent"]> = {},
): Promise<number> {
  const body: Report = {
    version: 1,
    agent: { id: "agent00000000001", version: "1.2.3", ...agent },
    measuredAt: new Date().toISOString(),
    deployments: names.map((name) => ({
      key: name,
      name,
      type: "STANDALONE",
      status: "active",
      databases: [],
    })),
  };
  const answer = await fetch(`${apiUrl}/agent/reports`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${compositeKey}` },
    body: JSON.stringify(body),
  });
  return answer.status;
}
