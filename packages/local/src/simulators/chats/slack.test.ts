import { expect, test } from "vitest";
import { bodyOf, openChats } from "./test-chats.ts";

const section = (text: string) => ({ type: "section", text: { type: "mrkdwn", text } });

/** What a call of Slack's answers, which is 200 with `ok` also when it fails. */
function openSlack() {
  const chats = openChats();
  const call = async (method: string, body: unknown, token?: string) => {
    const answer = await chats.slack(method, body, token);
    expect(answer.status).toBe(200);
    return await bodyOf(answer);
  };
  const posted = async (body: object = {}) =>
    (await call("chat.postMessage", { channel: "C0DEMO", text: "opened", ...body })) as { ts: string };
  const messages = async () => (await chats.state()).slack[0]?.messages ?? [];
  return { ...chats, call, posted, messages };
}

test("CHN08 Slack keeps a message under a ts of its own, and answers with channel and message", async () => {
  const { call, posted, messages } = openSlack();
  const blocks = [section("*opened*")];
  const first = await call("chat.postMessage", { channel: "C0DEMO", text: "opened", blocks });
  expect(first).toMatchObject({
    ok: true,
    channel: "C0DEMO",
    ts: "1772366400.000000",
    message: { type: "message", ts: "1772366400.000000", text: "opened", blocks },
  });
  expect((await posted()).ts).toBe("1772366400.000001");
  expect(await messages()).toMatchObject([{ edited: false, blocks }, { edited: false }]);
});

test("CHN08 Slack answers a channel's name with its id, and takes only the id for an update", async () => {
  const { call } = openSlack();
  const { channel, ts } = await call("chat.postMessage", { channel: "#on-call", text: "opened" });
  expect(channel).toMatch(/^C[A-F0-9]{10}$/);
  expect(await call("chat.postMessage", { channel: "on-call", text: "again" })).toMatchObject({ channel });
  expect(await call("chat.update", { channel: "#on-call", ts, text: "ended" })).toEqual({
    ok: false,
    error: "channel_not_found",
  });
  expect(await call("chat.update", { channel, ts, text: "ended" })).toMatchObject({ ok: true, channel, ts });
  expect(await call("chat.postMessage", { channel: "not a channel", text: "x" })).toMatchObject({
    error: "channel_not_found",
  });
});

test("CHN08 a reply is in the thread of its message, also when it names another reply", async () => {
  const { call, posted, messages } = openSlack();
  const { ts } = await posted();
  const reply = await posted({ thread_ts: ts });
  await posted({ thread_ts: reply.ts });
  expect((await messages()).map(({ thread_ts: thread }) => thread)).toEqual([undefined, ts, ts]);
  expect(await call("chat.postMessage", { channel: "C0DEMO", text: "x", thread_ts: "yesterday" })).toEqual({
    ok: false,
    error: "invalid_thread_ts",
  });
  expect(await posted({ thread_ts: "1000000000.000000" })).toMatchObject({ ok: true });
});

test("CHN08 an update without blocks keeps those of before, and marks the message as edited", async () => {
  const { call, posted, messages } = openSlack();
  const blocks = [section("opened")];
  const { ts } = await posted({ blocks });
  await call("chat.update", { channel: "C0DEMO", ts, text: "worse" });
  expect(await messages()).toMatchObject([{ text: "worse", blocks, edited: true, edits: 1 }]);
  const changed = [section("ended")];
  await call("chat.update", { channel: "C0DEMO", ts, text: "ended", blocks: changed });
  expect(await messages()).toMatchObject([{ ts, text: "ended", blocks: changed, edits: 2 }]);
});

test("CHN08 an update finds only messages of the channel, and changes only those of its own app", async () => {
  const { call, posted } = openSlack();
  const { ts } = await posted();
  const update = (channel: string, token?: string) =>
    call("chat.update", { channel, ts, text: "ended" }, token);
  expect(await update("C0OTHER")).toEqual({ ok: false, error: "message_not_found" });
  expect(await update("C0DEMO", "xoxb-1-3-abc")).toEqual({ ok: false, error: "cant_update_message" });
  // A token that took the place of a former one is of the same app.
  expect(await update("C0DEMO", "xoxb-1-2-new")).toMatchObject({ ok: true });
});

test.each(["invalid_auth", "token_revoked", "channel_not_found", "not_in_channel", "is_archived"])(
  "CHN08 Slack answers both methods %s when it is to",
  async (fault) => {
    const { call, control, messages, posted } = openSlack();
    const { ts } = await posted();
    await control("slack", "C0DEMO", { fault });
    const refused = { ok: false, error: fault };
    expect(await call("chat.postMessage", { channel: "C0DEMO", text: "x" })).toEqual(refused);
    expect(await call("chat.update", { channel: "C0DEMO", ts, text: "x" })).toEqual(refused);
    expect(await call("chat.postMessage", { channel: "C0OTHER", text: "x" })).toMatchObject({ ok: true });
    expect(await messages()).toMatchObject([{ text: "opened", edited: false }]);
  },
);

test.each(["message_not_found", "cant_update_message", "edit_window_closed"])(
  "CHN08 Slack answers an update with %s when it is to, and still posts",
  async (fault) => {
    const { call, control, messages, posted } = openSlack();
    const { ts } = await posted();
    await control("slack", "C0DEMO", { fault });
    expect(await call("chat.update", { channel: "C0DEMO", ts, text: "x" })).toEqual({
      ok: false,
      error: fault,
    });
    expect(await posted({ text: "anew" })).toMatchObject({ ok: true });
    expect(await messages()).toMatchObject([{ text: "opened", edited: false }, { text: "anew" }]);
  },
);

test("CHN08 Slack wants a bot's token in the header, and JSON by its type", async () => {
  const { app, call, control } = openSlack();
  const body = { channel: "C0DEMO", text: "x" };
  const request = async (headers: Record<string, string>, content = JSON.stringify(body)) =>
    await bodyOf(
      await app.request("/slack/api/chat.postMessage", { method: "POST", headers, body: content }),
    );
  const authorization = "Bearer xoxb-1-2-abc";
  expect(await request({ "content-type": "application/json" })).toEqual({ ok: false, error: "not_authed" });
  expect(await call("chat.postMessage", body, "xoxp-1")).toEqual({ ok: false, error: "invalid_auth" });
  expect(await request({ authorization })).toEqual({ ok: false, error: "invalid_post_type" });
  const json = { authorization, "content-type": "application/json" };
  expect(await request(json, "{")).toEqual({ ok: false, error: "invalid_json" });
  expect(await request(json, "{}")).toEqual({ ok: false, error: "invalid_arguments" });
  await control("slack", "C0DEMO", { secret: "xoxb-1-2-right" });
  expect(await call("chat.postMessage", body)).toEqual({ ok: false, error: "invalid_auth" });
  expect(await call("chat.postMessage", body, "xoxb-1-2-right")).toMatchObject({ ok: true });
});

const plain = (type: string, text: string) => ({ type, text: { type: "plain_text", text } });
const link = (text: string, url = "https://shardwatch.example") => ({
  type: "actions",
  elements: [{ type: "button", text: { type: "plain_text", text }, url }],
});

test.each([
  ["no_text", {}],
  ["no_text", { blocks: [] }],
  ["invalid_blocks", { blocks: Array.from({ length: 51 }, () => ({ type: "divider" })) }],
  ["invalid_blocks", { blocks: [section("x".repeat(3_001))] }],
  ["invalid_blocks", { blocks: [section("")] }],
  ["invalid_blocks", { blocks: [{ type: "section" }] }],
  ["invalid_blocks", { blocks: [plain("header", "x".repeat(151))] }],
  ["invalid_blocks", { blocks: [{ type: "header", text: { type: "mrkdwn", text: "x" } }] }],
  ["invalid_blocks", { blocks: [link("x".repeat(76))] }],
  ["invalid_blocks", { blocks: [{ type: "unknown" }] }],
  ["invalid_blocks", { text: "x", blocks: "none" }],
  ["msg_too_long", { text: "x".repeat(13_001) }],
  ["msg_too_long", { text: "x".repeat(1_001), blocks: Array(4).fill(section("x".repeat(3_000))) }],
])("CHN08 Slack answers %s to what exceeds its limits, at both methods", async (error, content) => {
  const { call, posted, messages } = openSlack();
  const { ts } = await posted();
  for (const method of ["chat.postMessage", "chat.update"])
    expect(await call(method, { channel: "C0DEMO", ts, ...content })).toMatchObject({ ok: false, error });
  expect(await messages()).toHaveLength(1);
});

test("CHN08 Slack takes what just fits", async () => {
  const { posted } = openSlack();
  const blocks = [plain("header", "x".repeat(150)), section("x".repeat(3_000)), link("x".repeat(75))];
  const dividers = Array.from({ length: 47 }, () => ({ type: "divider" }));
  expect(await posted({ blocks: [...blocks, ...dividers] })).toMatchObject({ ok: true });
  expect(await posted({ text: "x".repeat(13_000) })).toMatchObject({ ok: true });
});

test("CHN08 with its limits on, Slack takes a message a second and 50 updates a minute in a channel", async () => {
  const { slack, control, pass } = openSlack();
  await control("slack", "C0DEMO", { fault: "limits" });
  const post = (channel = "C0DEMO") => slack("chat.postMessage", { channel, text: "x" });
  const { ts } = await bodyOf(await post());
  pass(100);
  const refused = await post();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
  expect(await refused.json()).toEqual({ ok: false, error: "ratelimited" });
  expect((await post("C0OTHER")).status).toBe(200);
  pass(900);
  expect((await post()).status).toBe(200);
  const update = () => slack("chat.update", { channel: "C0DEMO", ts, text: "x" });
  for (let turn = 0; turn < 50; turn += 1) expect((await update()).status).toBe(200);
  const last = await update();
  expect([last.status, last.headers.get("retry-after")]).toEqual([429, "60"]);
});

test.each([
  [["<!channel>"], { text: "<!channel> up" }],
  [["<!here|here>"], { text: "x", blocks: [section("a <!here|here>")] }],
  [["<@U012AB>"], { text: "x", blocks: [{ type: "context", elements: [section("<@U012AB>").text] }] }],
  [["<!subteam^S01>"], { text: "<!subteam^S01>" }],
  [["@channel"], { text: "@channel", link_names: true }],
  [[], { text: "&lt;!channel&gt; @channel a<b>c" }],
  [[], { text: "x", blocks: [plain("header", "<!channel>")] }],
])("CHN07 CHN08 the simulator records that a message pings %j", async (pings, content) => {
  const { posted, messages, page } = openSlack();
  await posted(content);
  expect(await messages()).toMatchObject([{ pings }]);
  expect((await page()).includes("This pings:")).toBe(pings.length > 0);
});

test("CHN07 CHN08 the simulator records links and pings of every version of a message", async () => {
  const { call, posted, messages } = openSlack();
  const { ts } = await posted({ text: "<!channel> <https://evil.example|Log in>" });
  const rich = { type: "rich_text", elements: [{ type: "broadcast", range: "here" }] };
  await call("chat.update", { channel: "C0DEMO", ts, text: "<mailto:a@b|x>", blocks: [rich] });
  expect(await messages()).toMatchObject([
    {
      links: ["<https://evil.example|Log in>", "<mailto:a@b|x>"],
      pings: ["<!channel>", '{"type":"broadcast","range":"here"}'],
    },
  ]);
});
