import { expect, test } from "vitest";
import { noFaults } from "./faults.ts";
import { contentOf, openBrowser, webOrigin } from "./test-browser.ts";

const stateOf = async ({ get }: ReturnType<typeof openBrowser>) =>
  await contentOf(await get("/control/state"));

test("OPS11 the control page shows the state and changes it by a form", async () => {
  const browser = openBrowser();
  const fields = {
    mode: "rate-limited",
    delayMs: "10",
    email: "A@example.com",
    accounts: "none",
    keyError: "x-y",
  };
  const answer = await browser.submit("/control", fields);
  expect([answer.status, answer.headers.get("location")]).toEqual([303, "control"]);
  expect(await stateOf(browser)).toEqual({ ...noFaults, ...fields, delayMs: 10, email: "a@example.com" });
  const page = await (await browser.get("/control")).text();
  expect(page).toMatch(/value="rate-limited"\s+checked/);
  expect(page).toMatch(/value="none"\s+selected/);
  expect(page).toMatch(/name="keyError"[^>]*value="x-y"/);
});

test("every setting of the state is on the page", async () => {
  const page = await (await openBrowser().get("/control")).text();
  for (const name of Object.keys(noFaults)) expect(page).toContain(`name="${name}"`);
});

test.each([
  { mode: "x" },
  { mod: "slow" },
  { keyErrorShape: "text" },
  { delayMs: "-1" },
  { keyError: "<b>" },
])("settings that do not exist are refused and change nothing: %j", async (fields) => {
  const browser = openBrowser();
  expect((await browser.submit("/control", { accounts: "none", ...fields })).status).toBe(400);
  const body = JSON.stringify({ accounts: "none", ...fields });
  expect((await browser.provider.request("/control/state", { method: "POST", body })).status).toBe(400);
  expect(await stateOf(browser)).toEqual(noFaults);
});

test("damaged JSON is refused", async () => {
  const { provider } = openBrowser();
  expect((await provider.request("/control/state", { method: "POST", body: "{" })).status).toBe(400);
});

test("OPS11 one button makes everything work again", async () => {
  const browser = openBrowser();
  await browser.control({ mode: "server-error", signUp: "failing", delayMs: 1 });
  expect((await browser.submit("/control/reset", {})).status).toBe(303);
  expect(await stateOf(browser)).toEqual(noFaults);
});

test.each(["/control", "/control/state", "/control/reset", "/control/end-sessions"])(
  "a page of another origin cannot post to %s, a program can",
  async (path) => {
    const browser = openBrowser();
    await browser.login("admin@example.com");
    const body = path.endsWith("state") ? '{"mode":"slow"}' : "mode=slow";
    const post = (url: string, headers: Record<string, string>) =>
      browser.provider.request(url, {
        method: "POST",
        body,
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      });
    for (const origin of ["http://evil.example", webOrigin, "null", ""])
      expect((await post(path, { origin })).status).toBe(403);
    // A name of somebody else's that leads to this machine.
    const rebound = await post(`http://evil.example:3002${path}`, { origin: "http://evil.example:3002" });
    expect(rebound.status).toBe(403);
    expect(await stateOf(browser)).toEqual(noFaults);
    expect((await browser.me()).status).toBe(200);
    expect((await post(path, {})).status).toBeLessThan(400);
  },
);
