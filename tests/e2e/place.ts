import { expect, type Page } from "@playwright/test";

/** The addresses of a product. */
export interface Place {
  webUrl: string;
  apiUrl: string;
  providerUrl: string;
}

/** The product that all tests share. A test that breaks something starts its own product. */
export function sharedPlace(): Place {
  const address = (name: string) => process.env[name] ?? "";
  return {
    webUrl: address("SHARDWATCH_WEB_URL"),
    apiUrl: address("SHARDWATCH_API_URL"),
    providerUrl: address("SHARDWATCH_PROVIDER_URL"),
  };
}

/** Everybody's password at the provider's simulator. */
export const demoPassword = "shardwatch-demo";

/** Fills in the login form and sends it. */
export async function submitLogin(
  page: Page,
  email: string,
  password = demoPassword,
  place = sharedPlace(),
): Promise<void> {
  await page.goto(place.webUrl);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

/** Signs in with the form and waits for the first page behind it. */
export async function signIn(page: Page, email: string, place = sharedPlace()): Promise<void> {
  await submitLogin(page, email, demoPassword, place);
  await expect(page).toHaveURL(/\/(deployments|admin)$/);
}

/** Gives the browser the sessions of a person, without the form. The next page uses them. */
export async function arrive(
  page: Page,
  email: string,
  place = sharedPlace(),
  password = demoPassword,
): Promise<void> {
  const headers = { origin: place.webUrl };
  const data = { username: email, password, auth_mode: "direct", origin: place.webUrl };
  const accepted = await page.request.post(`${place.providerUrl}/api/v1/login`, { headers, data });
  expect(accepted.status()).toBe(200);
  const opened = await page.request.post(`${place.apiUrl}/auth/login`, { headers });
  expect(opened.status()).toBe(204);
}

/** Opens a page as that person, in a browser without former sessions. */
export async function openAs(
  page: Page,
  email: string,
  path = "/deployments",
  place = sharedPlace(),
): Promise<void> {
  await arrive(page, email, place);
  await page.goto(`${place.webUrl}${path}`);
}

/** The bell, the saved views and the sparklines ask at a time of their own, which a test cannot predict. */
const unpredictable = new Set(["GET /notifications", "GET /incidents", "GET /views", "GET /history/sparks"]);

/** "POST /me" for every further call of the API by the page, without preflight requests. */
export function callsOf(page: Page, { apiUrl }: Place): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const url = new URL(request.url());
    const call = `${request.method()} ${url.pathname}`;
    if (url.origin === apiUrl && request.method() !== "OPTIONS" && !unpredictable.has(call)) calls.push(call);
  });
  return calls;
}

/**
 * Resolves when the API has answered these paths, such as those that a page asks for last. Call it before the page
 * opens.
 */
export const answered = (page: Page, { apiUrl }: Place, ...paths: string[]) =>
  Promise.all(
    paths.map((path) =>
      page.waitForResponse((answer) => {
        const { origin, pathname } = new URL(answer.url());
        return origin === apiUrl && pathname === path && answer.request().method() !== "OPTIONS";
      }),
    ),
  );

export const count = (calls: readonly string[], call: string) => calls.filter((one) => one === call).length;

/** Whether the page is wider than the window, so that the person has to scroll sideways. */
export const scrollsSideways = (page: Page) =>
  page.evaluate<boolean>("document.documentElement.scrollWidth > document.documentElement.clientWidth");

/** Makes the browser look as if a session in it had ended. */
export async function hadSession(page: Page): Promise<void> {
  const key = "shardwatch-last-session";
  await page.addInitScript(`if (self === top) localStorage["${key}"] ??= "ended";`);
}

/** Resolves when the page is set in its typefaces. Texts have their final widths from then on. */
export async function typefacesInUse(page: Page): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("data-fonts");
  // The page's policy allows no function that is made from a text, which waitForFunction would make.
  await expect.poll(() => page.evaluate("document.fonts.status")).toBe("loaded");
}
