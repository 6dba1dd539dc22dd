import { parseJson } from "@shardwatch/core/adapters/http/bounded-fetch";
import { type Context, Hono } from "hono";
import * as z from "zod";
import { createPlaces, type Place, withNewest } from "./places.ts";
import { type ChatEnv, noSpace, serve } from "./serve.ts";

/** A message as Google Chat keeps it, and what tests ask about it. */
export interface GoogleChatMessage {
  /** `spaces/<space>/messages/<id>` */
  name: string;
  createTime: string;
  text: string;
  cardsV2?: unknown[] | undefined;
  /** `threadKey` is there when the thread was made by one. */
  thread: { name: string; threadKey?: string };
  /** Markup that mentions people. */
  pings: string[];
  /** Markup of links. */
  links: string[];
}

export interface GoogleChatSpace {
  /** The oldest first. */
  messages: GoogleChatMessage[];
  /** How many there were, which gives each its name. */
  count: number;
}

export const createGoogleChat = () =>
  createPlaces<GoogleChatSpace>({
    service: "googlechat",
    nameOf: (space) => (/^[A-Za-z0-9_-]{1,60}$/.test(space) ? space : undefined),
    empty: () => ({ messages: [], count: 0 }),
  });

type Spaces = ReturnType<typeof createGoogleChat>;

const longestText = 4_096;

const bodySchema = z
  .object({
    text: z.string().max(longestText, `text: more than ${longestText} characters`).default(""),
    cardsV2: z.array(z.unknown()).optional(),
    thread: z.object({ name: z.string().optional(), threadKey: z.string().max(4_000).optional() }).optional(),
  })
  .refine(({ text, cardsV2 }) => text !== "" || (cardsV2 ?? []).length > 0, "The message is empty");

type Body = z.infer<typeof bodySchema>;

const replyOptions = [
  "MESSAGE_REPLY_OPTION_UNSPECIFIED",
  "REPLY_MESSAGE_FALLBACK_TO_NEW_THREAD",
  "REPLY_MESSAGE_OR_FAIL",
] as const;
const optionSchema = z.enum(replyOptions).default("MESSAGE_REPLY_OPTION_UNSPECIFIED");

const statuses = {
  400: "INVALID_ARGUMENT",
  401: "UNAUTHENTICATED",
  403: "PERMISSION_DENIED",
  404: "NOT_FOUND",
  429: "RESOURCE_EXHAUSTED",
  500: "INTERNAL",
} as const;

const error = (code: keyof typeof statuses, message: string) => ({
  error: { code, message, status: statuses[code] },
});

/** Incoming webhooks of Google Chat's spaces. */
export function googleChatApi(spaces: Spaces, now: () => number) {
  const app = new Hono<ChatEnv>();
  app.post("/v1/spaces/:space/messages", (c) => answerMessage(c, spaces, c.req.param("space"), now()));
  return app;
}

async function answerMessage(c: Context<ChatEnv>, spaces: Spaces, called: string, now: number) {
  if (spaces.nameOf(called) === undefined) return c.json(error(404, "The space is not there."), 404);
  const space = spaces.place(called);
  if (!space) return noSpace(c);
  const body: unknown = parseJson(await c.req.text());
  return await serve(c, {
    place: space,
    now,
    limit: { of: "messages", most: 1, within: 1_000 },
    take: () => refusal(c, space) ?? post(c, space, body, now),
    tooMany: error(429, "Quota exceeded."),
    broken: error(500, "Internal error."),
  });
}

function refusal(c: Context, { fault, secret }: Place): Response | undefined {
  const { key = "", token = "" } = c.req.query();
  if (fault === "403" || key === "") return c.json(error(403, "The key is not valid."), 403);
  const isRight = token !== "" && (secret === "" || token === secret);
  if (fault === "401" || !isRight) return c.json(error(401, "The token is not valid."), 401);
  if (fault === "404") return c.json(error(404, "The space was deleted."), 404);
  return undefined;
}

function post(c: Context, space: Place<GoogleChatSpace>, input: unknown, now: number): Response {
  const read = bodySchema.safeParse(input);
  const option = optionSchema.safeParse(c.req.query("messageReplyOption"));
  const wrong = read.error ?? option.error;
  if (!read.success || !option.success)
    return c.json(error(400, wrong?.issues.map(({ message }) => message).join("; ") ?? ""), 400);
  const { text, cardsV2 } = read.data;
  const thread = threadOf(space, read.data, option.data);
  if (!thread) return c.json(error(404, "The thread is not there."), 404);
  space.content.count += 1;
  const message: GoogleChatMessage = {
    name: `spaces/${space.name}/messages/m${space.content.count}`,
    createTime: new Date(now).toISOString(),
    text,
    ...(cardsV2 && { cardsV2 }),
    thread,
    ...marksOf(text, cardsV2),
  };
  space.content.messages = withNewest(space.content.messages, message);
  const { pings: _pings, links: _links, ...sent } = message;
  return c.json({ ...sent, space: { name: `spaces/${space.name}` } });
}

/** The thread of a message; undefined when it may only reply and there is none. Without an option, it is a new one. */
function threadOf(
  { name: space, content }: Place<GoogleChatSpace>,
  { thread }: Body,
  option: (typeof replyOptions)[number],
): GoogleChatMessage["thread"] | undefined {
  const made = { name: `spaces/${space}/threads/t${content.count + 1}` };
  if (option === "MESSAGE_REPLY_OPTION_UNSPECIFIED" || !thread) return made;
  const { name, threadKey } = thread;
  const known = content.messages.find(({ thread: other }) =>
    threadKey === undefined ? other.name === name : other.threadKey === threadKey,
  );
  if (known) return known.thread;
  if (option === "REPLY_MESSAGE_OR_FAIL") return undefined;
  return { ...made, ...(threadKey !== undefined && { threadKey }) };
}

function marksOf(text: string, cards: unknown) {
  const all = `${text}\n${JSON.stringify(cards ?? "")}`;
  return { pings: all.match(/<users\/[^>]*>/g) ?? [], links: all.match(/<https?:[^>]*>/gi) ?? [] };
}
