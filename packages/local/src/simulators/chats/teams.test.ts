import { expect, test } from "vitest";
import { openChats } from "./test-chats.ts";

const text = (value: string) => ({ type: "TextBlock", text: value });
const cardOf = (...body: object[]) => ({ type: "AdaptiveCard", version: "1.4", body });
const messageOf = (content: object) => ({
  type: "message",
  attachments: [{ contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content }],
});

function openTeams() {
  const chats = openChats();
  const invoke = async (body: unknown, sig = "?sig=s", id = "w1") =>
    await chats.post(`/teams/workflows/${id}/triggers/manual/paths/invoke${sig}`, body);
  const messages = async () => (await chats.state()).teams[0]?.messages ?? [];
  return { ...chats, invoke, messages };
}

test("CHN08 a workflow accepts a card with 202 and no content, and keeps it", async () => {
  const { invoke, messages } = openTeams();
  const card = cardOf(text("opened"));
  const answer = await invoke(messageOf(card));
  expect([answer.status, await answer.text()]).toEqual([202, ""]);
  expect(await messages()).toMatchObject([{ posted: true, cards: [card], pings: [], links: [] }]);
});

const card = cardOf(text("x"));
const attachment = messageOf(card).attachments[0];

test.each([
  ["no JSON", "{"],
  ["a card without a message", card],
  ["another type", { ...messageOf(card), type: "card" }],
  ["no attachment", { type: "message", attachments: [] }],
  ["another content type", { type: "message", attachments: [{ ...attachment, contentType: "text/html" }] }],
  [
    "an address of the content",
    { type: "message", attachments: [{ ...attachment, contentUrl: "https://x" }] },
  ],
  ["no adaptive card", messageOf({ ...card, type: "Card" })],
  ["no version", messageOf({ ...card, version: undefined })],
  ["an empty card", messageOf(cardOf())],
])("CHN08 a workflow answers 400 to %s", async (_what, body) => {
  const { invoke, messages } = openTeams();
  expect((await invoke(body)).status).toBe(400);
  expect(await messages()).toEqual([]);
});

test("CHN08 a workflow takes 28 KB, counted in bytes, and answers 413 to more", async () => {
  const { invoke, messages } = openTeams();
  const spare = 28 * 1_024 - Buffer.byteLength(JSON.stringify(messageOf(cardOf(text("")))));
  expect((await invoke(messageOf(cardOf(text("x".repeat(spare)))))).status).toBe(202);
  expect((await invoke(messageOf(cardOf(text(`${"x".repeat(spare - 1)}é`))))).status).toBe(413);
  expect(await messages()).toMatchObject([{ bytes: 28 * 1_024 }]);
});

test("CHN08 a workflow answers 401 to a wrong or missing signature, and 404 when it was deleted", async () => {
  const { invoke, control, messages } = openTeams();
  const body = messageOf(card);
  expect((await invoke(body, "")).status).toBe(401);
  expect((await invoke(body, "?sig=s", "no_id")).status).toBe(404);
  await control("teams", "w1", { secret: "right" });
  expect((await invoke(body, "?sig=wrong")).status).toBe(401);
  expect((await invoke(body, "?api-version=1&sp=run&sv=1.0&sig=right")).status).toBe(202);
  await control("teams", "w1", { fault: "404" });
  expect((await invoke(body, "?sig=right")).status).toBe(404);
  await control("teams", "w1", { fault: "401" });
  expect((await invoke(body, "?sig=right")).status).toBe(401);
  expect(await messages()).toHaveLength(1);
});

test("CHN08 a workflow can accept a card and never post it", async () => {
  const { invoke, control, messages } = openTeams();
  await control("teams", "w1", { fault: "unposted" });
  expect((await invoke(messageOf(card))).status).toBe(202);
  expect(await messages()).toMatchObject([{ posted: false }]);
});

test("CHN08 with its limits on, a workflow takes four cards a second", async () => {
  const { invoke, control, pass } = openTeams();
  await control("teams", "w1", { fault: "limits" });
  const send = async () => (await invoke(messageOf(card))).status;
  expect([await send(), await send(), await send(), await send(), await send()]).toEqual([
    202, 202, 202, 202, 429,
  ]);
  pass(1_000);
  expect(await send()).toBe(202);
});

test("CHN07 CHN08 the simulator records mentions and links of texts that Teams reads as Markdown", async () => {
  const { invoke, messages } = openTeams();
  const hostile = "<at>all</at> [Log in](https://evil.example)";
  const run = { type: "RichTextBlock", inlines: [{ type: "TextRun", text: hostile }] };
  const facts = { type: "FactSet", facts: [{ title: "Name", value: "[x](https://y)" }] };
  await invoke(messageOf(cardOf(run)));
  await invoke(messageOf(cardOf({ type: "Container", items: [text(hostile), facts] })));
  expect(await messages()).toMatchObject([
    { pings: [], links: [] },
    { pings: ["<at>all</at>"], links: ["[Log in](https://evil.example)", "[x](https://y)"] },
  ]);
});
