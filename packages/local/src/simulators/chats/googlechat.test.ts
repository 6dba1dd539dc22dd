import { expect, test } from "vitest";
import { bodyOf, openChats } from "./test-chats.ts";

const reply = "REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD";

function openGoogleChat() {
  const chats = openChats();
  const send = async (body: unknown, query: Record<string, string> = {}, space = "AAA") => {
    const all = { key: "k", token: "t", messageReplyOption: reply, ...query };
    return await chats.post(
      `/googlechat/v1/spaces/${space}/messages?${new URLSearchParams(all).toString()}`,
      body,
    );
  };
  const threadOf = async (body: object, query?: Record<string, string>) =>
    ((await bodyOf(await send({ text: "x", ...body }, query)))["thread"] as { name: string }).name;
  const messages = async () => (await chats.state()).googlechat[0]?.messages ?? [];
  return { ...chats, send, threadOf, messages };
}

test("CHN08 Google Chat keeps a message, and answers with its name and its thread", async () => {
  const { send, messages } = openGoogleChat();
  const answer = await send({ text: "opened", thread: { threadKey: "inc_1" } });
  expect(answer.status).toBe(200);
  expect(await answer.json()).toEqual({
    name: "spaces/AAA/messages/m1",
    createTime: "2026-03-01T12:00:00.000Z",
    text: "opened",
    thread: { name: "spaces/AAA/threads/t1", threadKey: "inc_1" },
    space: { name: "spaces/AAA" },
  });
  expect(await messages()).toMatchObject([{ text: "opened", pings: [], links: [] }]);
});

test("CHN08 messages of one threadKey are in one thread, when they are to reply", async () => {
  const { threadOf } = openGoogleChat();
  const one = await threadOf({ thread: { threadKey: "inc_1" } });
  const other = await threadOf({ thread: { threadKey: "inc_2" } });
  expect(other).not.toBe(one);
  expect(await threadOf({ thread: { threadKey: "inc_1" } })).toBe(one);
  expect(await threadOf({ thread: { name: one } })).toBe(one);
  expect([one, other]).not.toContain(await threadOf({}));
});

test("CHN08 without the option, a threadKey is ignored, and with the strict one a thread must be there", async () => {
  const { send, threadOf } = openGoogleChat();
  const body = { text: "x", thread: { threadKey: "inc_1" } };
  const strict = { messageReplyOption: "REPLY_MESSAGE_OR_FAIL" };
  expect((await send(body, strict)).status).toBe(404);
  const unspecified = { messageReplyOption: "MESSAGE_REPLY_OPTION_UNSPECIFIED" };
  const first = await threadOf(body, unspecified);
  expect(await threadOf(body, unspecified)).not.toBe(first);
  expect((await send(body, strict)).status).toBe(404);
  const made = await threadOf(body);
  expect(await threadOf(body, strict)).toBe(made);
});

test.each([
  ["a text of 4,097 characters", { text: "x".repeat(4_097) }, {}],
  ["an empty message", {}, {}],
  ["no object", "{", {}],
  ["an unknown option", { text: "x" }, { messageReplyOption: "REPLY" }],
])("CHN08 Google Chat answers 400 to %s", async (_what, body, query) => {
  const { send, messages } = openGoogleChat();
  const answer = await send(body, query);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ error: { code: 400, status: "INVALID_ARGUMENT" } });
  expect(await messages()).toEqual([]);
});

test("CHN08 Google Chat takes a text of 4,096 characters, and a card alone", async () => {
  const { send } = openGoogleChat();
  expect((await send({ text: "x".repeat(4_096) })).status).toBe(200);
  expect((await send({ cardsV2: [{ card: {} }] })).status).toBe(200);
});

test("CHN08 Google Chat refuses a wrong key, a wrong token and a space that is gone", async () => {
  const { send, control, messages } = openGoogleChat();
  const status = async (query: Record<string, string>, space?: string) =>
    (await send({ text: "x" }, query, space)).status;
  expect(await status({ key: "" })).toBe(403);
  expect(await status({ token: "" })).toBe(401);
  expect(await status({}, "no!space")).toBe(404);
  await control("googlechat", "AAA", { secret: "right" });
  expect(await status({ token: "wrong" })).toBe(401);
  expect(await status({ token: "right" })).toBe(200);
  for (const fault of ["401", "403", "404"]) {
    await control("googlechat", "AAA", { fault });
    expect(await status({ token: "right" })).toBe(Number(fault));
  }
  expect(await messages()).toHaveLength(1);
});

test("CHN08 with its limits on, Google Chat takes a message a second in a space", async () => {
  const { send, control, pass } = openGoogleChat();
  await control("googlechat", "AAA", { fault: "limits" });
  expect((await send({ text: "x" })).status).toBe(200);
  const refused = await send({ text: "x" });
  expect(refused.status).toBe(429);
  expect(await refused.json()).toMatchObject({ error: { status: "RESOURCE_EXHAUSTED" } });
  pass(1_000);
  expect((await send({ text: "x" })).status).toBe(200);
});

test("CHN07 CHN08 the simulator records mentions and links of a message", async () => {
  const { send, messages } = openGoogleChat();
  await send({ text: "<users/all> <https://evil.example|Log in> <users/123>" });
  await send({ text: "‹users/all› @all a<b>c" });
  expect(await messages()).toMatchObject([
    { pings: ["<users/all>", "<users/123>"], links: ["<https://evil.example|Log in>"] },
    { pings: [], links: [] },
  ]);
});
