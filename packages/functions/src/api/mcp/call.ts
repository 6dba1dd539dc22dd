import { ownOrganization } from "@shardwatch/core/access/scope";
import { callTool } from "@shardwatch/core/assistants/call";
import type { Answer, AssistantContext, Tool } from "@shardwatch/core/assistants/tool";
import { Problem, type ProblemKind } from "@shardwatch/core/kit/problem";
import { second } from "@shardwatch/core/kit/time";
import { turnsOfOrganizations } from "@shardwatch/core/metrics/in-turn";
import { isFields, type Fields } from "./message.ts";
import { codes, ProtocolFault } from "./protocol.ts";

/** A call of the tools that an assistant has. */
export interface Call {
  tool: Tool;
  given: Fields;
}

/** Throws a ProtocolFault for a call that names no tool of ours. Wrong arguments are the tool's own answer. */
export function readCall({ name, arguments: given = {} }: Fields, tools: readonly Tool[]): Call {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw wrong(`There is no such tool. There are: ${tools.map((one) => one.name).join(", ")}.`);
  if (!isFields(given)) throw wrong("arguments must be an object.");
  return { tool, given };
}

const wrong = (message: string) => new ProtocolFault(codes.wrongParams, message, { status: 200 });

/** How long a tool may take once it has begun. Lambda ends a function after 25 s, and one can wait for 16 s. */
const longest = 8 * second;

const inTurn = turnsOfOrganizations();

/**
 * Calls a tool when it is its turn. What an assistant can't mend now is an answer as well: it reads why, and may try again. An
 * error of ours is logged, and its text is not sent. Work that takes too long is answered, and keeps its turn until it ends:
 * otherwise a slow database would have more and more of it.
 */
export async function answerOf(ctx: AssistantContext, { tool, given }: Call): Promise<Answer> {
  const organization = ownOrganization(ctx.actor);
  if (!organization) return { failed: "You are in no organization." };
  const { promise, resolve } = Promise.withResolvers<Answer>();
  const work = inTurn(organization, async () => {
    const timer = setTimeout(() => resolve({ failed: tooLong }), longest);
    try {
      return await callTool(ctx, tool, given);
    } finally {
      clearTimeout(timer);
    }
  });
  work.then(resolve, (error: unknown) => resolve({ failed: sentenceOf(error, ctx) }));
  return await promise;
}

const tooLong = "This took too long. Ask for less: a narrower filter, or a shorter time.";

/** What an assistant reads of refusals. Their own texts may quote what it has sent. */
const sentences: Partial<Record<ProblemKind, string>> = {
  notFound: "There is no such object.",
  forbidden: "This may not be read.",
  invalid: "The arguments are wrong.",
};

function sentenceOf(error: unknown, { log, requestId }: AssistantContext): string {
  if (error instanceof Problem) {
    const { kind, retryAfterSeconds = 1 } = error;
    if (kind === "tooMany" || kind === "unavailable")
      return `Too much is being read at the moment. Try again in ${retryAfterSeconds} seconds.`;
    const known = sentences[kind];
    if (known !== undefined) return known;
  }
  log.error("a tool failed", { error });
  return `There has been an error, and we are investigating. Its request ID is ${requestId}.`;
}
