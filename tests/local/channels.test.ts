import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChannelList, CreatedChannel } from "@shardwatch/core/contract/channel/channel";
import type { ReceivedMail } from "@shardwatch/local/simulators/mailbox";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type RunningProduct, startProduct } from "../e2e/product.ts";
import { type Person, signIn } from "./api-client.ts";

const dist = mkdtempSync(join(tmpdir(), "shardwatch-channels-"));
let product: RunningProduct;
let person: Person;

beforeAll(async () => {
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(dist, "index.html"), "<!doctype html><title>Shardwatch</title>");
  const environment = { WEB_DIST: dist, SHARDWATCH_SEED: "off", SHARDWATCH_REDIS: "off" };
  product = await startProduct({ environment });
  person = await signIn(product, "admin@example.com");
}, 60_000);
afterAll(async () => {
  await product.stop();
  rmSync(dist, { recursive: true });
});

interface Receivers {
  receivers: { name: string; arrivals: { body: string; verdict: string }[] }[];
}

const simulator = async (path: string, body?: object) =>
  await (
    await fetch(`${product.providerUrl}${path}`, body && { method: "POST", body: JSON.stringify(body) })
  ).json();

/** Looks again until it holds: workers do it beside the answer. */
const soon = (expectation: () => Promise<void>) =>
  vi.waitFor(expectation, { timeout: 60_000, interval: 200 });

test("CHN08 on one machine a test of a webhook is at once on the receiver page, signed with its secret", async () => {
  const url = `${product.providerUrl}/receivers/on-call`;
  const added = await person.call("POST", "/channels", { kind: "webhook", name: "On call", url });
  expect(added.status).toBe(201);
  const { channel, secret } = (await added.json()) as CreatedChannel;
  await simulator("/receivers/on-call/state", { secret });
  expect((await person.call("POST", `/channels/${channel.id}/test`)).status).toBe(202);
  await soon(async () => {
    const { receivers } = (await simulator("/receivers/state")) as Receivers;
    const [arrival] = receivers[0]?.arrivals ?? [];
    expect(arrival).toMatchObject({ body: expect.stringContaining("test.ping"), verdict: "verified" });
    const log = await person.call("GET", `/channels/${channel.id}/deliveries`);
    expect(await log.json()).toMatchObject({ deliveries: [{ state: "sent", attempts: [{ status: 200 }] }] });
  });
  const others = [`${product.apiUrl}/receivers/on-call`, "http://localhost:1/", "http://127.0.0.1/"];
  for (const refused of others) {
    const body = { kind: "webhook", name: refused, url: refused };
    expect((await person.call("POST", "/channels", body)).status, refused).toBe(400);
  }
});

test("CHN08 CHN09 mail arrives in the inbox page, and one click there ends it", async () => {
  const { channels } = (await (await person.call("GET", "/channels")).json()) as ChannelList;
  const mail = channels.find(({ kind }) => kind === "mail");
  expect((await person.call("POST", `/channels/${mail?.id}/test`)).status).toBe(202);
  const inbox = async () => ((await simulator("/inbox.json")) as { messages: ReceivedMail[] }).messages;
  await soon(async () =>
    expect(await inbox()).toMatchObject([
      { to: "admin@example.com", subject: expect.stringMatching(/^Test of/) },
    ]),
  );
  const [{ id } = { id: "" }] = await inbox();
  const click = { method: "POST", headers: { origin: product.providerUrl } };
  const page = await fetch(`${product.providerUrl}/inbox/mails/${id}/unsubscribe`, click);
  expect(await page.text()).toContain("Unsubscribed");
  expect(await (await person.call("GET", "/channels")).json()).toMatchObject({ ownMail: false });
});
