import type { Tool } from "@shardwatch/core/assistants/tool";
import { tools } from "@shardwatch/core/assistants/tools";
import { requireSwitchedOn } from "@shardwatch/core/programs/assistants-switch";
import { notePersonalAssistant } from "@shardwatch/core/personal-session/assistant";
import { noteAssistant } from "@shardwatch/core/token/assistant";
import type { Context } from "hono";
import * as z from "zod";
import { assistantsPath } from "../../http/origin.ts";
import type { ProgramEnv } from "../../http/request-variables.ts";
import { assistantCalls } from "../../http/token-allowance.ts";
import { allow } from "../allow.ts";
import { answerTo, type Server } from "../mcp/answer.ts";
import { answers, json, route, router } from "../route.ts";

const message = z.object({ jsonrpc: z.literal("2.0") });

const postRoute = route({
  ...allow.program("read", assistantCalls),
  method: "post",
  path: assistantsPath,
  // It changes nothing. Once a day, the use of a token by an assistant is recorded.
  "x-audit": null,
  summary: "The Model Context Protocol, for assistants: tools that read, without a session",
  description:
    "Revisions 2026-07-28 and 2025-11-25. ASSISTANTS_OFF: nobody who manages the organization has switched it on.",
  request: { body: json(message, "One message of JSON-RPC") },
  responses: {
    200: json(message, "The answer of the protocol"),
    202: { description: "A notification was taken" },
    400: json(message, "The message, its version or its headers are wrong"),
    ...answers.forbidden,
    404: json(message, "The protocol has no such method"),
    406: { description: "The caller takes no JSON" },
  },
});

/** There are no streams and no sessions: https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http#backward-compatibility */
const notAllowed = { 405: { description: "The protocol has messages by POST alone" } };
const getRoute = route({
  ...allow.public,
  method: "get",
  path: assistantsPath,
  summary: "Nothing: this server opens no stream",
  responses: notAllowed,
});
const deleteRoute = route({
  ...allow.public,
  method: "delete",
  path: assistantsPath,
  "x-audit": null,
  summary: "Nothing: this server has no sessions",
  responses: notAllowed,
});

const takesJson = (accept = "*/*") => /(^|[\s,])(application\/json|application\/\*|\*\/\*)/i.test(accept);

/**
 * The address of assistants, with these tools. The document gets the declaration, and the router a handler that reads the body
 * itself. The protocol has an answer of its own for what is no message.
 */
export function assistantsWith(offered: readonly Tool[]) {
  const routes = router();
  routes.openAPIRegistry.registerPath(postRoute);
  routes.post(postRoute.path, postRoute.middleware, async (c) => {
    const { ctx } = c.var;
    await requireSwitchedOn(ctx);
    if (!takesJson(c.req.header("accept"))) return c.body(null, 406);
    const server: Server = {
      // A reader that stores what it has computed leaves that to others.
      ctx: { ...ctx, settings: { ...ctx.settings, storesDerived: false } },
      tools: offered,
      onCall: ({ tool }) => noteUse(c, tool.name),
    };
    const { status, body } = await answerTo(server, await c.req.text(), (name) => c.req.header(name));
    return body ? c.json(body, status) : c.body(null, status);
  });
  for (const one of [getRoute, deleteRoute]) routes.openapi(one, refused);
  return routes;
}

const refused = (c: Context) => c.body(null, 405, { allow: "POST" });

async function noteUse(c: Context<ProgramEnv>, tool: string): Promise<void> {
  const { ctx, program } = c.var;
  const origin = ctx.origin ?? {};
  if ("scopes" in program) await notePersonalAssistant(ctx, program, origin);
  else await noteAssistant(ctx, program, { origin, tool });
}

/** What the function `mcp` answers. */
export const mcp = assistantsWith(tools);
