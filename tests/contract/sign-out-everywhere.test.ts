import { byId } from "@shardwatch/core/account/account";
import { open } from "@shardwatch/core/session/session";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Cookies, listStatus, post as postTo, sessionOf, signInThrough } from "../support/browser.ts";
import { type Provider, startProvider } from "../support/provider.ts";
import { startWorld, type World } from "../support/world.ts";

let provider: Provider;
let world: World;

beforeAll(async () => {
  provider = await startProvider();
  world = await startWorld({ identity: provider.identity });
});
afterEach(async () => {
  await provider.control({ mode: "normal" });
});
afterAll(async () => {
  await world.stop();
  await provider.stop();
});

const post = (path: string, cookies: Partial<Cookies>) => postTo(world, path, cookies);
const list = (session: string) => listStatus(world, session);
const signIn = (email: string) => signInThrough(provider, world, email);

test("SEC10 SES19 it ends the sessions of every browser at once, with one write however many there are, and nobody else's", async () => {
  const here = await signIn("everywhere@example.com");
  const elsewhere = await Promise.all([signIn("everywhere@example.com"), signIn("everywhere@example.com")]);
  const neighbour = await signIn("neighbour@example.com");
  world.recorder.clear();
  const answer = await post("/auth/logout-everywhere", here);
  expect(answer.status).toBe(204);
  expect(answer.headers.get("set-cookie")).toMatch(/^shardwatch_session=; Max-Age=0;/);
  const writes = world.recorder.sent.filter(({ writeUnits }) => writeUnits > 0);
  expect(writes.map(({ command }) => command)).toEqual(["TransactWriteItemsCommand", "DeleteItemCommand"]);
  for (const { shardwatch_session } of [here, ...elsewhere]) expect(await list(shardwatch_session)).toBe(401);
  expect(await list(neighbour.shardwatch_session)).toBe(200);
  expect((await post("/auth/login", here)).status).toBe(401);
  expect(world.logLines.join()).toContain("account.sessionsEnded");
});

test.each(["/me", "/auth/login"])(
  "SEC10 SES17 another browser cannot go on by %s: it has to sign in at the provider again",
  async (path) => {
    const email = `revived-by${path.replaceAll("/", "-")}@example.com`;
    const [here, there] = [await signIn(email), await signIn(email)];
    expect((await post("/auth/logout-everywhere", here)).status).toBe(204);
    const answer = await post(path, there);
    expect(answer.status).toBe(401);
    expect(answer.headers.get("set-cookie")).toMatch(/^shardwatch_session=; Max-Age=0;/);
    expect((await post("/auth/login", { JSESSIONID: there.JSESSIONID })).status).toBe(401);
    const again = await signIn(email);
    expect(await list(again.shardwatch_session)).toBe(200);
    const renewed = await post("/me", again);
    expect(sessionOf(renewed)).toBe(again.shardwatch_session);
    // The next one also ends a session that was opened after it.
    expect((await post("/auth/logout-everywhere", again)).status).toBe(204);
    expect(await list(again.shardwatch_session)).toBe(401);
  },
);

test("SEC10 a sign-in that was on its way at that moment is ended too", async () => {
  const cookies = await signIn("overtaken@example.com");
  const [accountId = ""] = cookies.shardwatch_session.split(".");
  const before = await byId(world.services, accountId);
  if (!before) throw new Error("nobody has signed in");
  expect((await post("/auth/logout-everywhere", cookies)).status).toBe(204);
  const late = await open(world.services, before);
  expect(await list(late.reveal())).toBe(401);
});

test("SEC10 SES19 it works while the provider hangs, and twice in a row", async () => {
  const cookies = await signIn("hung-everywhere@example.com");
  await provider.control({ mode: "hanging" });
  expect((await post("/auth/logout-everywhere", cookies)).status).toBe(204);
  expect(await list(cookies.shardwatch_session)).toBe(401);
  expect((await post("/auth/logout-everywhere", cookies)).status).toBe(401);
});
