import { parseJson } from "@shardwatch/core/adapters/http/bounded-fetch";
import { type Context, Hono } from "hono";
import * as z from "zod";
import { createPlaces, type Place, withNewest } from "./places.ts";
import { type ChatEnv, noSpace, serve } from "./serve.ts";

const elementSchema = z.looseObject({ type: z.string().min(1) });

const cardSchema = z.looseObject({
  type: z.literal("AdaptiveCard"),
  version: z.string().regex(/^1\.\d$/),
  body: z.array(elementSchema).min(1),
  actions: z.array(elementSchema).optional(),
  msteams: z.looseObject({ entities: z.array(z.unknown()).optional() }).optional(),
});

export type AdaptiveCard = z.infer<typeof cardSchema>;

const messageSchema = z.object({
  type: z.literal("message"),
  attachments: z
    .array(
      z.object({
        contentType: z.literal("application/vnd.microsoft.card.adaptive"),
        contentUrl: z.null(),
        content: cardSchema,
      }),
    )
    .min(1),
});

/** A message that the workflow accepted. */
export interface TeamsMessage {
  /** Unix epoch in milliseconds. */
  at: number;
  /** Whether the workflow then posted it. */
  posted: boolean;
  /** Size of the request in bytes. */
  bytes: number;
  cards: AdaptiveCard[];
  /** Texts with which the card would mention somebody. */
  pings: string[];
  /** Links that Teams finds in texts which it reads as Markdown. */
  links: string[];
}

export interface TeamsWorkflow {
  /** The oldest first. */
  messages: TeamsMessage[];
}

export const createTeams = () =>
  createPlaces<TeamsWorkflow>({
    service: "teams",
    nameOf: (id) => (/^[A-Za-z0-9-]{1,100}$/.test(id) ? id : undefined),
    empty: () => ({ messages: [] }),
  });

type Workflows = ReturnType<typeof createTeams>;

const longestMessage = 28 * 1_024;
/** Of the retired incoming webhooks: Workflows publish none. */
const limit = { of: "messages", most: 4, within: 1_000 };

/** Only the statuses are documented, not the bodies. */
const error = (code: string, message: string) => ({ error: { code, message } });

/** Workflows of Power Automate that post to Teams what their webhook gets. */
export function teamsApi(workflows: Workflows, now: () => number) {
  const app = new Hono<ChatEnv>();
  app.post("/workflows/:id/triggers/manual/paths/invoke", (c) =>
    answerTrigger(c, workflows, c.req.param("id"), now()),
  );
  return app;
}

async function answerTrigger(c: Context<ChatEnv>, workflows: Workflows, id: string, now: number) {
  if (workflows.nameOf(id) === undefined)
    return c.json(error("WorkflowNotFound", "The workflow is not there."), 404);
  const workflow = workflows.place(id);
  if (!workflow) return noSpace(c);
  const body = await c.req.text();
  return await serve(c, {
    place: workflow,
    now,
    limit,
    take: () => refusal(c, workflow) ?? accept(c, workflow, body, now),
    tooMany: error("TooManyRequests", "Too many requests."),
    broken: error("InternalServerError", "The workflow failed."),
  });
}

function refusal(c: Context, { fault, secret }: Place): Response | undefined {
  const signature = c.req.query("sig") ?? "";
  const isRight = signature !== "" && (secret === "" || signature === secret);
  if (fault === "401" || !isRight) return c.json(error("Unauthorized", "The signature is wrong."), 401);
  if (fault === "404") return c.json(error("WorkflowNotFound", "The workflow was deleted."), 404);
  return undefined;
}

function accept(c: Context, workflow: Place<TeamsWorkflow>, body: string, now: number): Response {
  const bytes = Buffer.byteLength(body);
  if (bytes > longestMessage)
    return c.json(error("RequestEntityTooLarge", `More than ${longestMessage} bytes.`), 413);
  const read = messageSchema.safeParse(parseJson(body));
  if (!read.success) {
    const [{ path, message } = { path: [], message: "" }] = read.error.issues;
    return c.json(error("InvalidMessage", `/${path.join("/")}: ${message}`), 400);
  }
  const cards = read.data.attachments.map(({ content }) => content);
  const posted = workflow.fault !== "unposted";
  const message = { at: now, posted, bytes, cards, ...marksOf(cards) };
  workflow.content.messages = withNewest(workflow.content.messages, message);
  // The answer comes before the message is in Teams, so it has no id of it.
  return c.body(null, 202);
}

/** Teams reads Markdown in these; a TextRun is text as it is. */
const markdownFields: Record<string, readonly string[]> = { TextBlock: ["text"], Fact: ["title", "value"] };

function markdownOf(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(markdownOf);
  if (typeof node !== "object" || node === null) return [];
  const element = node as Record<string, unknown>;
  const isFact = element["type"] === undefined && typeof element["value"] === "string";
  const own = (markdownFields[isFact ? "Fact" : String(element["type"])] ?? [])
    .map((field) => element[field])
    .filter((value) => typeof value === "string");
  return [
    ...own,
    ...Object.values(element).flatMap((child) => (typeof child === "object" ? markdownOf(child) : [])),
  ];
}

function marksOf(cards: readonly AdaptiveCard[]) {
  const texts = markdownOf(cards.map(({ body }) => body));
  const all = (pattern: RegExp) => texts.flatMap((text) => text.match(pattern) ?? []);
  return { pings: all(/<at\b[^>]*>[^<]*<\/at>/gi), links: all(/\[[^\]]*\]\([^)]*\)|<https?:[^>]*>/gi) };
}
