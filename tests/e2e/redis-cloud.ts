import { expect, type Page, type Request } from "@playwright/test";
import { type Place, scrollsSideways } from "./place.ts";

/** Sets the content of every account, and failures; see /redis-cloud/control of the simulator. */
export async function controlCloud({ providerUrl }: Place, settings: object): Promise<void> {
  const answer = await fetch(`${providerUrl}/redis-cloud/control/state`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(settings),
  });
  if (!answer.ok) throw new Error(`the control answered ${answer.status}`);
}

export const form = (page: Page) => page.getByRole("form", { name: "Connect account" });
export const rows = (page: Page) => page.getByRole("table", { name: "Connected accounts" }).getByRole("row");
export const openForm = (page: Page) => page.getByRole("button", { name: "Connect account" }).click();
export const dialog = (page: Page) => page.getByRole("dialog");
export const steps = (page: Page) =>
  dialog(page).getByRole("list", { name: "Progress" }).getByRole("listitem");

export async function fill(page: Page, name: string, apiKey = "demo-api-key", apiSecret = "demo-api-secret") {
  await form(page).getByLabel("Name").fill(name);
  await form(page).getByLabel("API key").fill(apiKey);
  await form(page).getByLabel("API secret").fill(apiSecret);
}

/**
 * Opens the wizard; its name field has the focus.
 * @param name typed into the form before
 */
export async function openWizard(page: Page, name?: string): Promise<void> {
  await openForm(page);
  if (name !== undefined) await form(page).getByLabel("Name").fill(name);
  await form(page).getByRole("button", { name: "Create keys automatically" }).click();
  await expect(dialog(page).getByLabel("Key name")).toBeFocused();
}

export const nameOfKey = (page: Page) => dialog(page).getByLabel("Key name");
export const go = (page: Page, name: string) =>
  dialog(page).getByRole("button", { name, exact: true }).click();
export const states = (page: Page) =>
  steps(page).evaluateAll((items) =>
    items.map((item) => (item as unknown as { dataset: { state: string } }).dataset.state),
  );

/** The wizard itself refuses a blank name: the provider gets no request. */
export async function expectBlankSendsNothing(page: Page): Promise<void> {
  const sent: string[] = [];
  const note = (request: Request) => void (request.url().includes("/api/v1/") && sent.push(request.url()));
  page.on("request", note);
  await nameOfKey(page).fill("  ");
  await nameOfKey(page).press("Enter");
  await expect(dialog(page).getByText("Key name is required")).toBeVisible();
  // When the second attempt is refused, all requests of the first one have been recorded.
  await go(page, "Create key");
  await expect(dialog(page).getByText("Key name is required")).toBeVisible();
  expect(await states(page)).toEqual(["pending", "pending"]);
  expect(sent).toEqual([]);
  page.off("request", note);
}

const notOwner = "Insufficient permissions. Only account owners can create API keys.";
const taken = "An API key with this name already exists. Please choose a different name.";

/** The provider's codes for refusing a key, their format, and the text that the person reads. */
export const refusals = [
  ["secret_key_already_exists", "object", taken],
  ["insufficient_permission", "object", notOwner],
  ["insufficient-permission", "json-string", notOwner],
  ["forbidden_request", "object", notOwner],
  ["quota-exceeded", "object", "Error: quota-exceeded"],
  ["without-code", "object", "Unknown error occurred"],
  ["quota-exceeded", "array-of-text", "API key creation failed: quota-exceeded"],
  ["secret_key_already_exists", "array", `API key creation failed: ${taken}`],
] as const;

/** On a tablet and a phone the page does not scroll sideways. */
export async function expectNoSideways(page: Page): Promise<void> {
  for (const width of [768, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await expect.poll(() => scrollsSideways(page), `${width} px`).toBe(false);
  }
}

/** The default values of the provider's settings that tests of the wizard change. */
export const usualProvider = {
  mode: "normal",
  accounts: "with-access",
  keyError: "",
  keyErrorShape: "object",
  keyAnswer: "wrapped",
};
