import { filterHelp } from "@shardwatch/core/assistants/filter-help";
import type { Tool } from "@shardwatch/core/assistants/tool";
import { organizationCounts } from "@shardwatch/core/contract/people/organization";
import { assistantsWith } from "@shardwatch/functions/api/routes/mcp";
import { serve } from "@shardwatch/functions/api/serve";
import { createToken } from "./tokens.ts";
import { call, type Person, type World } from "./world.ts";

export const modern = "2026-07-28";
export const legacy = "2025-11-25";

/** A tool of the tests, which says how many deployments there are. */
export const countTool: Tool = {
  name: "count_deployments",
  title: "Count deployments",
  description: "How many deployments there are.",
  input: filterHelp.input,
  output: organizationCounts.pick({ deployments: true }),
  answer: async () => await Promise.resolve({ structured: { deployments: 3 } }),
};

/** The API's address for assistants, with tools of a test. */
export const appWith = (world: World, tools: readonly Tool[] = [countTool]) =>
  serve(world.services, assistantsWith(tools));

/** Switches assistants on or off, as who manages the organization. */
export async function switchAssistants(world: World, as: Person, mayRead = true): Promise<void> {
  const answer = await call(world, "PUT", "/assistants", { as, body: { mayRead } });
  if (answer.status !== 200) throw new Error(`it was answered ${answer.status} ${await answer.text()}`);
}

const fields = {
  "io.modelcontextprotocol/protocolVersion": modern,
  "io.modelcontextprotocol/clientCapabilities": {},
};

interface Asked {
  method: string;
  params?: object;
  id?: unknown;
}

/** A message of the newest revision, with its headers. */
export function modernMessage({ method, params = {}, id = 1 }: Asked) {
  const { name } = params as { name?: string };
  return {
    headers: {
      "mcp-protocol-version": modern,
      "mcp-method": method,
      ...(name !== undefined && { "mcp-name": name }),
    } as Record<string, string>,
    body: { jsonrpc: "2.0", id, method, params: { ...params, _meta: fields } } as object,
  };
}

/** A message of the revision before. */
export const legacyMessage = ({ method, params = {}, id = 1 }: Asked) => ({
  headers: { "mcp-protocol-version": legacy } as Record<string, string>,
  body: { jsonrpc: "2.0", id, method, params } as object,
});

/** Calls the test's tool with a token, or with the session of a person. */
export async function askTool(
  world: World,
  secret: string,
  { tools = [countTool], name = countTool.name }: { tools?: readonly Tool[]; name?: string } = {},
): Promise<Response> {
  const { headers, body } = modernMessage({ method: "tools/call", params: { name } });
  return await appWith(world, tools).request("/mcp", {
    method: "POST",
    headers: { authorization: `Bearer ${secret}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

/** An organization whose assistants read with a token, and as a person. Returns the token. */
export async function readByAssistants(world: World, as: Person, session: string): Promise<string> {
  await switchAssistants(world, as);
  const { secret } = await createToken(world, as, { scopes: ["read"] });
  for (const one of [secret, session]) {
    const { status } = await askTool(world, one);
    if (status !== 200) throw new Error(`a tool was answered ${status}`);
  }
  return secret;
}

export interface ProtocolAnswer {
  id?: unknown;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: object };
}
