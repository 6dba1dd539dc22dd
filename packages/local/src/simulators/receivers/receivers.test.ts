import { newSigningSecret, signWebhook } from "@shardwatch/core/channel/sign";
import { systemRandom } from "@shardwatch/core/adapters/system";
import { expect, test } from "vitest";
import { contentOf, openBrowser } from "../provider/test-browser.ts";

const begin = Date.parse("2026-03-01T12:00:00.000Z");
const secret = newSigningSecret(systemRandom);

/** A provider's server with its receivers, and how a webhook and a test reach them. */
function openReceivers() {
  let now = begin;
  const browser = openBrowser({ now: () => now });
  const send = (name: string, body: string, headers: Record<string, string> = {}) =>
    browser.provider.request(`/receivers/${name}`, { method: "POST", body, headers });
  const signed = (name: string, body: string, signedAt = now) =>
    send(name, body, signWebhook({ id: "msg_1", body, secrets: [secret], now: signedAt }));
  const control = async (name: string, state: object) => {
    const path = `/receivers/${name}/state`;
    return await browser.provider.request(path, { method: "POST", body: JSON.stringify(state) });
  };
  const verdicts = async (name: string) => {
    const { arrivals } = (await contentOf(await control(name, {}))) as { arrivals: { verdict: string }[] };
    return arrivals.map(({ verdict }) => verdict);
  };
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { browser, send, signed, control, verdicts, pass };
}

const ping = JSON.stringify({ type: "test.ping", timestamp: "2026-03-01T12:00:00.000Z", data: {} });

test("CHN08 the page shows what a webhook got: time, event, headers, body and whether the signature is right", async () => {
  const { browser, signed } = openReceivers();
  expect((await signed("on-call", ping)).status).toBe(200);
  const unsure = await (await browser.get("/receivers")).text();
  expect(unsure).toContain("no secret given");
  const fields = { fault: "works", secret: secret.reveal() };
  expect((await browser.submit("/receivers/on-call/settings", fields)).status).toBe(303);
  const page = await (await browser.get("/receivers")).text();
  for (const shown of [
    "2026-03-01T12:00:00.000Z",
    "test.ping: verified",
    "webhook-id: msg_1",
    "http://localhost/receivers/on-call",
  ])
    expect(page).toContain(shown);
});

test("CHN08 a signature is judged as at its arrival, and a wrong, old or missing one is named", async () => {
  const { browser, send, signed, control, verdicts, pass } = openReceivers();
  await signed("on-call", ping);
  await signed("on-call", ping, begin - 6 * 60_000);
  await send("on-call", ping);
  const altered = signWebhook({ id: "msg_1", body: ping, secrets: [secret], now: begin });
  await send("on-call", `${ping} `, altered);
  pass(60 * 60_000);
  expect(await verdicts("on-call")).toEqual(Array.from({ length: 4 }, () => "no secret given"));
  await control("on-call", { secret: secret.reveal() });
  expect(await verdicts("on-call")).toEqual([
    "not signed with this secret",
    "not signed",
    "too old",
    "verified",
  ]);
  await control("on-call", { secret: newSigningSecret(systemRandom).reveal() });
  expect((await verdicts("on-call")).at(-1)).toBe("not signed with this secret");
  expect(await (await browser.get("/receivers/state")).text()).not.toContain(secret.reveal());
});

test.each([
  ["500", 500, {}],
  ["410", 410, {}],
  ["429", 429, { "retry-after": "7" }],
  ["redirect", 307, { location: "/receivers/elsewhere" }],
  ["slow", 200, {}],
])("CHN08 a receiver with the fault %s answers %i, and keeps what came", async (fault, status, headers) => {
  const { send, control, verdicts } = openReceivers();
  await control("on-call", { fault, delayMs: 1, retryAfter: 7 });
  const answer = await send("on-call", ping);
  expect(answer.status).toBe(status);
  expect(Object.fromEntries(answer.headers)).toMatchObject(headers);
  expect(await verdicts("on-call")).toHaveLength(1);
  expect((await send("another", ping)).status).toBe(200);
});

test("CHN07 what a webhook contains is text on the page, not markup", async () => {
  const { browser, send } = openReceivers();
  await send("on-call", '{"type":"<b>x</b>","data":"<script>alert(1)</script>"}', { "x-evil": "<i>" });
  await send("on-call", "<h1>no json</h1>");
  const page = await (await browser.get("/receivers")).text();
  for (const markup of ["<b>x", "<script>", "<i>", "<h1>no"]) expect(page).not.toContain(markup);
  expect(page).toContain("&lt;h1&gt;no json");
});

test.each([{ fault: "x" }, { delayMs: -1 }, { secret: 5 }, { more: "" }])(
  "settings of a receiver that do not exist are refused: %j",
  async (state) => {
    const { control } = openReceivers();
    expect((await control("on-call", state)).status).toBe(400);
  },
);

test("a page of another origin cannot make a receiver misbehave", async () => {
  const { browser } = openReceivers();
  const foreign = { origin: "https://evil.example" };
  expect((await browser.submit("/receivers/on-call/settings", { fault: "500" }, foreign)).status).toBe(403);
});
