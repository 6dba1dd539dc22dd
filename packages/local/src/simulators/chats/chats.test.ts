import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { slack as slackChannels } from "@shardwatch/core/contract/channel/kinds/slack";
import { listenerOf } from "@shardwatch/server/http/listener";
import { afterEach, expect, test } from "vitest";
import { contentOf, openBrowser } from "../provider/test-browser.ts";
import { ConnectionClosed } from "./serve.ts";
import type { Service } from "./settings.ts";
import { bodyOf, openChats } from "./test-chats.ts";

const key = "0123456789abcdef0123456789abcdef";
const card = {
  type: "AdaptiveCard",
  version: "1.4",
  body: [{ type: "RichTextBlock", inlines: [{ type: "TextRun", text: "opened" }] }],
};

interface Request {
  service: Service;
  place: string;
  path: string;
  body: object;
  /** The status of the usual answer. */
  ok: number;
}

const pagerDuty = (service: "pagerduty" | "pagerduty-eu"): Request => ({
  service,
  place: key,
  path: `/${service}/v2/enqueue`,
  body: {
    routing_key: key,
    event_action: "trigger",
    dedup_key: "inc_1",
    payload: { summary: "opened", source: "x", severity: "info" },
  },
  ok: 202,
});

const requests: Request[] = [
  {
    service: "slack",
    place: "C0DEMO",
    path: "/slack/api/chat.postMessage",
    body: { channel: "C0DEMO", text: "opened" },
    ok: 200,
  },
  pagerDuty("pagerduty"),
  pagerDuty("pagerduty-eu"),
  {
    service: "teams",
    place: "w1",
    path: "/teams/workflows/w1/triggers/manual/paths/invoke?sig=s",
    body: {
      type: "message",
      attachments: [
        { contentType: "application/vnd.microsoft.card.adaptive", contentUrl: null, content: card },
      ],
    },
    ok: 202,
  },
  {
    service: "googlechat",
    place: "AAA",
    path: "/googlechat/v1/spaces/AAA/messages?key=k&token=t",
    body: { text: "opened" },
    ok: 200,
  },
];

const headers = { authorization: "Bearer xoxb-1-2-abc", "content-type": "application/json" };

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

function open({ service, place, path, body }: Request) {
  const chats = openChats();
  const send = () => chats.post(path, body, headers);
  const kept = async () => {
    const [first] = (await chats.state())[service];
    if (!first) return 0;
    return "alerts" in first ? first.alerts.length : first.messages.length;
  };
  /** The same by a network. @returns how to send, which fails when the connection breaks */
  async function serve() {
    const server = createServer(listenerOf(chats.app.fetch, "127.0.0.1")).listen(0, "127.0.0.1");
    await once(server, "listening");
    stops.push(async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });
    const { port } = server.address() as AddressInfo;
    return async (signal?: AbortSignal) =>
      await fetch(`http://127.0.0.1:${port}${path}`, {
        method: "POST",
        body: JSON.stringify(body),
        headers,
        ...(signal && { signal }),
      });
  }
  return { ...chats, send, kept, serve, misbehave: (state: object) => chats.control(service, place, state) };
}

test.each(requests)("CHN08 $service can fail with 500 and 429, and then keeps nothing", async (request) => {
  const { send, kept, misbehave } = open(request);
  await misbehave({ fault: "500" });
  expect((await send()).status).toBe(500);
  await misbehave({ fault: "429", retryAfter: 7 });
  const refused = await send();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "7"]);
  await misbehave({ retryAfter: 0 });
  expect((await send()).headers.get("retry-after")).toBeNull();
  expect(await kept()).toBe(0);
  await misbehave({ fault: "works" });
  expect((await send()).status).toBe(request.ok);
  expect(await kept()).toBe(1);
});

test.each(requests)("CHN08 $service can take a message and answer late", async (request) => {
  const { send, kept, misbehave } = open(request);
  await misbehave({ fault: "slow", delayMs: 5 });
  expect((await send()).status).toBe(request.ok);
  expect(await kept()).toBe(1);
});

test.each(requests)("CHN08 $service can take a message and close the connection", async (request) => {
  const { send, serve, kept, misbehave } = open(request);
  await misbehave({ fault: "dies" });
  await expect(send()).rejects.toThrow(ConnectionClosed);
  expect(await kept()).toBe(1);
  const byNetwork = await serve();
  await expect(byNetwork()).rejects.toThrow("fetch failed");
  await misbehave({ fault: "works" });
  expect((await byNetwork()).status).toBe(request.ok);
});

test.each(requests)(
  "CHN08 $service can hang until the caller gives up, and keeps nothing",
  async (request) => {
    const { serve, kept, misbehave } = open(request);
    await misbehave({ fault: "hanging" });
    const byNetwork = await serve();
    await expect(byNetwork(AbortSignal.timeout(100))).rejects.toThrow("aborted due to timeout");
    expect(await kept()).toBe(0);
  },
);

test("CHN08 at the simulators of one machine, the chats are at /chats, and every page links to them", async () => {
  const browser = openBrowser();
  for (const { path, body } of requests)
    await browser.provider.request(`/chats${path}`, { method: "POST", body: JSON.stringify(body), headers });
  const page = await (await browser.get("/chats")).text();
  for (const shown of ["Slack", "PagerDuty", "PagerDuty (EU)", "Teams", "Google Chat"])
    expect(page).toContain(`<h2>Simulated ${shown}</h2>`);
  expect(page.match(/opened/g)?.length).toBeGreaterThanOrEqual(requests.length);
  expect(page).toContain("http://localhost/chats/slack/api/");
  // People copy the ID into the form of a channel.
  expect(/any channel ID, such as <code>(\w+)</.exec(page)?.[1]).toMatch(
    slackChannels.place?.pattern ?? /^$/,
  );
  expect(await (await browser.get("/receivers")).text()).toContain('href="/chats"');
  expect((await browser.submit("/chats/settings/teams/w1", { fault: "404" })).status).toBe(303);
  expect(await contentOf(await browser.get("/chats/state"))).toMatchObject({ teams: [{ fault: "404" }] });
  expect((await browser.submit("/chats/clear", {})).status).toBe(303);
  expect(await (await browser.get("/chats")).text()).not.toContain("opened");
});

test("CHN08 one call clears messages and settings, and the state shows no secret", async () => {
  const { post, control, app, state } = openChats();
  for (const { path, body } of requests) await post(path, body, headers);
  await control("googlechat", "AAA", { fault: "404", secret: "very-secret" });
  expect(JSON.stringify(await state())).not.toContain("very-secret");
  const empty = { slack: [], pagerduty: [], "pagerduty-eu": [], teams: [], googlechat: [] };
  expect(await bodyOf(await app.request("/state", { method: "DELETE" }))).toEqual(empty);
  expect(await state()).toEqual(empty);
});

test("CHN08 the page draws a message with what followed it", async () => {
  const { slack, post, page } = openChats();
  const { ts } = await bodyOf(await slack("chat.postMessage", { channel: "C0DEMO", text: "*opened*" }));
  await slack("chat.update", { channel: "C0DEMO", ts, text: "worse &amp; worse <https://a.example|Open>" });
  await slack("chat.postMessage", { channel: "C0DEMO", text: "got worse", thread_ts: ts });
  for (const action of ["trigger", "acknowledge", "resolve"])
    await post("/pagerduty/v2/enqueue", { ...pagerDuty("pagerduty").body, event_action: action });
  const drawn = (await page()).replaceAll(/\s+/g, " ");
  for (const shown of [
    "worse &amp; worse",
    '<a href="https://a.example" rel="noreferrer">Open</a>',
    "(edited)",
    "1 reply",
    "got worse",
    '<span class="tag resolved">resolved</span>',
    "Acknowledged",
  ])
    expect(drawn).toContain(shown);
  expect(drawn.indexOf("got worse")).toBeGreaterThan(drawn.indexOf("worse &amp; worse"));
});

test("CHN07 CHN08 the page draws the rich text of Slack, in which nothing is markup, and only links to the web", async () => {
  const { slack, page } = openChats();
  const texts = (...elements: object[]) => ({ type: "rich_text_section", elements });
  const elements = [
    texts({ type: "text", text: "Cause: ", style: { bold: true } }, { type: "text", text: "*a* <!here>" }),
    { type: "rich_text_list", style: "bullet", elements: [texts({ type: "text", text: "first" })] },
    { type: "rich_text_preformatted", elements: [{ type: "text", text: "redis-cli" }] },
    texts({ type: "link", url: "https://a.example/", text: "Open" }, { type: "link", url: "javascript:x()" }),
    { type: "broadcast", range: "here" },
  ];
  await slack("chat.postMessage", {
    channel: "C0DEMO",
    text: "x",
    blocks: [{ type: "rich_text", elements }],
  });
  const drawn = (await page()).replaceAll(/\s+/g, " ");
  for (const shown of [
    "<strong>Cause: </strong>*a* &lt;!here&gt;",
    "first",
    "<pre>redis-cli</pre>",
    '<a href="https://a.example/" rel="noreferrer">Open</a>',
    "&quot;broadcast&quot;",
  ])
    expect(drawn).toContain(shown);
  expect(drawn).not.toContain('href="javascript');
});

test("CHN08 the page draws mentions, names and code as the services do", async () => {
  const { slack, post, page } = openChats();
  const text =
    "<!here> <@U01|Ann> `a_b` my_cache_name *<https://a.example/?a=1&amp;b=2|Open>* ~gone~ &lt;b&gt;";
  await slack("chat.postMessage", { channel: "#on-call", text });
  await post("/googlechat/v1/spaces/AAA/messages?key=k&token=t", { text: "<users/all> &lt; _now_" });
  const drawn = await page();
  for (const shown of [
    "<mark>@here</mark> <mark>Ann</mark> <code>a_b</code> my_cache_name ",
    '<strong><a href="https://a.example/?a=1&amp;b=2" rel="noreferrer">Open</a></strong> <s>gone</s> &lt;b&gt;',
    "<mark>@all</mark> &amp;lt; <em>now</em>",
    "<h3>Channel #on-call <code>C",
  ])
    expect(drawn).toContain(shown);
});

const hostile = `<script>alert(1)</script>"><img src=x onerror=alert(2)><javascript:alert(3)|x>`;

test("CHN07 what messages contain is text on the page, not markup", async () => {
  const { slack, post, page } = openChats();
  const text = { type: "mrkdwn", text: hostile };
  await slack("chat.postMessage", { channel: "C0DEMO", text: hostile });
  const button = {
    type: "button",
    text: { type: "plain_text", text: hostile.slice(0, 75) },
    url: "javascript:1",
  };
  const blocks = [{ type: "section", text, fields: [text], accessory: button }];
  await slack("chat.postMessage", { channel: "C0DEMO", text: hostile, blocks });
  const payload = { summary: hostile, source: hostile, severity: "info", custom_details: { hostile } };
  const links = [{ href: "javascript:1", text: hostile }];
  await post("/pagerduty/v2/enqueue", { ...pagerDuty("pagerduty").body, payload, links, client: hostile });
  const facts = { type: "FactSet", facts: [{ title: hostile, value: "[x](javascript:1)" }] };
  const body = [{ type: "TextBlock", text: hostile, color: hostile }, facts, { type: hostile }];
  const actions = [{ type: "Action.OpenUrl", url: "javascript:1", title: hostile }];
  await post("/teams/workflows/w1/triggers/manual/paths/invoke?sig=s", {
    type: "message",
    attachments: [
      {
        contentType: "application/vnd.microsoft.card.adaptive",
        contentUrl: null,
        content: { ...card, body, actions },
      },
    ],
  });
  await post("/googlechat/v1/spaces/AAA/messages?key=k&token=t", { text: hostile, cardsV2: [{ hostile }] });
  const drawn = await page();
  expect(drawn.match(/&lt;script&gt;/g)?.length).toBeGreaterThan(10);
  for (const markup of ["<script", "<img", 'href="javascript', '=x onerror=alert(2)>"'])
    expect(drawn).not.toContain(markup);
});

test.each([
  ["slack", "C0DEMO", { fault: "404" }],
  ["teams", "w1", { fault: "token_revoked" }],
  ["teams", "w1", { delayMs: -1 }],
  ["googlechat", "AAA", { more: "" }],
  ["pagerduty", "short", { fault: "500" }],
  ["discord", "x", { fault: "500" }],
  ["constructor", "x", {}],
])("settings that do not exist are refused: %s %s %j", async (service, place, settings) => {
  const { control } = openChats();
  expect((await control(service as Service, place, settings)).status).toBe(400);
});

test("a page of another origin can neither clear the chats nor post to them", async () => {
  const { app, post, state } = openChats();
  const foreign = { origin: "https://evil.example" };
  expect((await post("/clear", "", foreign)).status).toBe(403);
  expect((await app.request("/state", { method: "DELETE", headers: foreign })).status).toBe(403);
  const [{ path, body } = { path: "", body: {} }] = requests;
  expect((await post(path, body, { ...headers, ...foreign })).status).toBe(403);
  expect((await state()).slack).toEqual([]);
});

test("a hundred places of a service and fifty messages of each are kept, the newest", async () => {
  const { slack, state } = openChats();
  const send = (channel: string, text: string) => slack("chat.postMessage", { channel, text });
  for (let turn = 0; turn < 60; turn += 1) await send("C0DEMO", `message ${turn}`);
  for (let turn = 1; turn < 100; turn += 1) expect((await send(`channel-${turn}`, "x")).status).toBe(200);
  expect((await send("one-too-many", "x")).status).toBe(507);
  const [first, ...others] = (await state()).slack;
  expect(others).toHaveLength(99);
  expect(first?.requests).toBe(60);
  expect(first?.messages.map(({ text }) => text)).toEqual(
    Array.from({ length: 50 }, (_, turn) => `message ${turn + 10}`),
  );
});

test("a request of more than a megabyte is refused before it is read", async () => {
  const { post } = openChats();
  const [{ path } = { path: "" }] = requests;
  expect((await post(path, "x".repeat(1_048_577), headers)).status).toBe(413);
});
