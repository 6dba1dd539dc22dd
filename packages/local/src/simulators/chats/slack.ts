import { createHash } from "node:crypto";
import { parseJson } from "@shardwatch/core/adapters/http/bounded-fetch";
import { type Context, Hono } from "hono";
import * as z from "zod";
import { createPlaces, type Place, withNewest } from "./places.ts";
import { type ChatEnv, noSpace, type RateLimit, serve } from "./serve.ts";
import type { Fault } from "./settings.ts";
import { lengthOf, marksOf, readBlocks, type SlackBlock } from "./slack-blocks.ts";

/** A message as Slack keeps it, and what tests ask about it. */
export interface SlackMessage {
  ts: string;
  /** The `ts` of the message that it replies to. */
  thread_ts?: string;
  bot_id: string;
  text: string;
  blocks?: SlackBlock[];
  edited: boolean;
  /** How often it was changed. */
  edits: number;
  /** Markup that notifies people, of this and of former versions. */
  pings: string[];
  /** Markup of links, of this and of former versions. */
  links: string[];
}

export interface SlackChannel {
  /** The oldest first. */
  messages: SlackMessage[];
}

export const createSlack = () =>
  createPlaces<SlackChannel>({ service: "slack", nameOf: channelId, empty: () => ({ messages: [] }) });

type Channels = ReturnType<typeof createSlack>;

const isId = (channel: string): boolean => /^[CGD][A-Z0-9]{2,20}$/.test(channel);

/** A channel's id. Slack also takes a name for a new message; here each name has an id that follows from it. */
function channelId(channel: string): string | undefined {
  if (isId(channel)) return channel;
  const [, name] = /^#?([a-z0-9_-]{1,80})$/.exec(channel) ?? [];
  return name && `C${createHash("sha256").update(name).digest("hex").slice(0, 10).toUpperCase()}`;
}

const callSchema = z.object({
  channel: z.string(),
  text: z.string().default(""),
  blocks: z.unknown().optional(),
  ts: z.string().default(""),
  thread_ts: z.string().optional(),
  parse: z.string().optional(),
  link_names: z.boolean().optional(),
});

type Call = z.infer<typeof callSchema>;

type Failure = { ok: false; error: string; response_metadata?: { messages: string[] } };
type Answer = Failure | { ok: true; channel: string; ts: string; text?: string; message: object };

const fail = (error: string): Failure => ({ ok: false, error });

interface Work {
  channel: Place<SlackChannel>;
  call: Call;
  /** Undefined when the call has none. */
  blocks: SlackBlock[] | undefined;
  botId: string;
  now: number;
}

interface Method {
  work: (input: Work) => Answer;
  limit: RateLimit;
  /** Whether a channel's name is enough. */
  takesNames: boolean;
}

const methods: Record<string, Method> = {
  "chat.postMessage": {
    work: post,
    limit: { of: "chat.postMessage", most: 1, within: 1_000, saysWhen: true },
    takesNames: true,
  },
  "chat.update": {
    work: update,
    limit: { of: "chat.update", most: 50, within: 60_000, saysWhen: true },
    takesNames: false,
  },
};

/** Slack's Web API, as far as an app with `chat:write` and a bot token needs it. */
export function slackApi(channels: Channels, now: () => number) {
  const app = new Hono<ChatEnv>();
  for (const [name, method] of Object.entries(methods))
    app.post(`/api/${name}`, (c) => answerCall(c, channels, method, now()));
  return app;
}

async function answerCall(c: Context<ChatEnv>, channels: Channels, method: Method, now: number) {
  const [, token] = /^Bearer (\S+)$/.exec(c.req.header("authorization") ?? "") ?? [];
  if (token === undefined) return c.json(fail("not_authed"));
  if (!token.startsWith("xoxb-")) return c.json(fail("invalid_auth"));
  if (!c.req.header("content-type")?.startsWith("application/json")) return c.json(fail("invalid_post_type"));
  const body = parseJson(await c.req.text());
  if (body === undefined) return c.json(fail("invalid_json"));
  const read = callSchema.safeParse(body);
  if (!read.success) return c.json(fail("invalid_arguments"));
  const call = read.data;
  const mayExist = method.takesNames || isId(call.channel);
  if (!mayExist || channels.nameOf(call.channel) === undefined) return c.json(fail("channel_not_found"));
  const channel = channels.place(call.channel);
  if (!channel) return noSpace(c);
  return await serve(c, {
    place: channel,
    now,
    limit: method.limit,
    take: () =>
      c.json(refusal(channel, token) ?? workOf(method, { channel, call, botId: botOf(token), now })),
    tooMany: fail("ratelimited"),
    broken: fail("internal_error"),
  });
}

/** Tokens of one app differ in their last part. Messages belong to the app. */
const botOf = (token: string): string =>
  `B${createHash("sha256")
    .update(token.slice(0, token.lastIndexOf("-")))
    .digest("hex")
    .slice(0, 9)
    .toUpperCase()}`;

function refusal({ fault, secret }: Place, token: string): Failure | undefined {
  if (secret !== "" && token !== secret) return fail("invalid_auth");
  const refusals: readonly Fault[] = [
    "invalid_auth",
    "token_revoked",
    "channel_not_found",
    "not_in_channel",
    "is_archived",
  ];
  return refusals.includes(fault) ? fail(fault) : undefined;
}

/** The longest message, in characters of all its texts. Slack's own limit is near it. */
const longestMessage = 13_000;

function workOf({ work }: Method, input: Omit<Work, "blocks">): Answer {
  const { text, blocks: given } = input.call;
  const read = given === undefined ? { blocks: undefined } : readBlocks(given);
  if ("errors" in read) return { ...fail("invalid_blocks"), response_metadata: { messages: read.errors } };
  const { blocks } = read;
  if (text === "" && (blocks ?? []).length === 0) return fail("no_text");
  if (lengthOf({ text, blocks }) > longestMessage) return fail("msg_too_long");
  return work({ ...input, blocks });
}

const marksOfCall = ({ text, parse, link_names: linkNames }: Call, blocks: SlackBlock[] | undefined) =>
  marksOf({ text, blocks, findsNames: parse === "full" || linkNames === true });

function post({ channel, call, blocks, botId, now }: Work): Answer {
  const { text, thread_ts: thread } = call;
  // A thread that is gone takes replies as well: they only show nowhere in the channel.
  if (thread !== undefined && !/^\d{10}\.\d{6}$/.test(thread)) return fail("invalid_thread_ts");
  const { messages } = channel.content;
  const message: SlackMessage = {
    ts: nextTs(now, messages.at(-1)?.ts),
    ...(thread !== undefined && { thread_ts: threadOf(messages, thread) }),
    bot_id: botId,
    text,
    ...(blocks && { blocks }),
    edited: false,
    edits: 0,
    ...marksOfCall(call, blocks),
  };
  channel.content.messages = withNewest(messages, message);
  return { ok: true, channel: channel.name, ts: message.ts, message: onTheWire(message) };
}

function update({ channel, call, blocks, botId }: Work): Answer {
  const message = channel.content.messages.find(({ ts }) => ts === call.ts);
  if (!message || channel.fault === "message_not_found") return fail("message_not_found");
  if (message.bot_id !== botId || channel.fault === "cant_update_message") return fail("cant_update_message");
  if (channel.fault === "edit_window_closed") return fail("edit_window_closed");
  const { pings, links } = marksOfCall(call, blocks);
  // An update without blocks keeps those of before.
  Object.assign(message, {
    text: call.text,
    ...(blocks && { blocks }),
    edited: true,
    edits: message.edits + 1,
    pings: [...message.pings, ...pings],
    links: [...message.links, ...links],
  });
  return { ok: true, channel: channel.name, ts: message.ts, text: call.text, message: onTheWire(message) };
}

/** A reply to a reply is in the thread of that. */
const threadOf = (messages: readonly SlackMessage[], ts: string): string =>
  messages.find((message) => message.ts === ts)?.thread_ts ?? ts;

const microseconds = (ts: string): number => Number(ts.replace(".", ""));

/** Seconds and microseconds; each message of a channel has its own. */
function nextTs(now: number, last = "0.000000"): string {
  const next = String(Math.max(now * 1_000, microseconds(last) + 1)).padStart(16, "0");
  return `${next.slice(0, -6)}.${next.slice(-6)}`;
}

const onTheWire = ({ ts, thread_ts: thread, bot_id, text, blocks, edited }: SlackMessage) => ({
  type: "message",
  ts,
  ...(thread !== undefined && { thread_ts: thread }),
  bot_id,
  text,
  ...(blocks && { blocks }),
  ...(edited && { edited: { user: bot_id, ts } }),
});
