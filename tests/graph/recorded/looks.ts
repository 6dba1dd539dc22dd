import type { Run } from "@shardwatch/core/table/keys";
import { minute } from "../../storage/story.ts";
import { modernMessage, type ProtocolAnswer, switchAssistants } from "../../support/assistants.ts";
import { commandLine } from "../../support/personal-sessions.ts";
import { createToken } from "../../support/tokens.ts";
import { reported, reportOf, send } from "../../support/reports.ts";
import {
  call,
  createKey,
  type Person,
  signInAgain,
  signUp,
  webOrigin,
  type World,
} from "../../support/world.ts";

/** The list of databases stores pages of the agents' pulses, and forgets them when the pulses have expired. */
export async function databases(world: World, person: Person, pulses: Run): Promise<void> {
  await lookTwice(world, pulses, ["/databases", "/databases.csv"], { as: await signInAgain(world, person) });
}

/** Targets are read from the same pages. A token is used for the first time. */
export async function targets(world: World, person: Person, pulses: Run): Promise<void> {
  const as = await signInAgain(world, person);
  const { secret: key } = await createToken(world, as, { scopes: ["read"] });
  await lookTwice(world, pulses, ["/metrics/targets", "/metrics/targets"], { key });
}

/** Looks while there are pulses, and once they are gone. */
async function lookTwice(
  world: World,
  pulses: Run,
  paths: readonly [string, string],
  who: { as: Person } | { key: string },
): Promise<void> {
  const { table } = world.services;
  for (const path of paths) {
    // A process answers from what it has read within 15 seconds.
    world.clock.advance(minute);
    const { status } = await call(world, "GET", path, who);
    if (status !== 200) throw new Error(`${path} was answered ${status}`);
    for (const { pk, sk } of await table.queryAll(pulses)) await table.remove({ pk, sk });
  }
}

/** Arguments of each tool that make it read something else than it does without. */
const questionsOf = (deployment: string): Record<string, readonly object[]> => ({
  find_deployments: [{ filter: "ops>=0", sort: "ops" }],
  find_databases: [{ filter: "severity:critical", sort: "ops" }],
  explain_deployment: [{ deployment }, { deployment: "seen" }],
  count_by: [
    { field: "version", of: "databases" },
    { field: "policy", filter: "clients>=0" },
  ],
  list_incidents: [{ state: "past", filter: "type:standalone" }],
  explain_incident: [{ id: "inc_01kjmma2g0tgt832f11m7dxp3q" }],
  history_of: [
    { deployment, metric: "memoryUsed" },
    { deployment, metric: "memoryUsed", from: "2026-01-01T00:00:00Z", to: "2026-03-01T00:00:00Z" },
  ],
  what_changed: [{ deployment }, { filter: "type:cluster" }],
  license_and_support: [{ filter: "ops>=0" }],
});

/**
 * Assistants call every tool, with a token and as a person. The token comes from new networks, and from one that is not its
 * own. Counters bound what is recorded of both.
 */
export async function assistants(world: World): Promise<void> {
  const person = await signUp(world);
  await switchAssistants(world, person);
  const { compositeKey } = await createKey(world, person);
  await send(world, compositeKey, reportOf(world, [reported("seen")]));
  const { secret: token } = await createToken(world, person, {
    networks: ["192.0.2.0/24", "198.51.100.0/24"],
  });
  const { secret: session } = await commandLine(world, person, ["read"]);
  const ask = async (key: string, from: string, method: string, params = {}): Promise<ProtocolAnswer> => {
    const { headers, body } = modernMessage({ method, params });
    // A program is no page.
    const answer = await call(world, "POST", "/mcp", {
      key,
      from,
      body,
      headers: { ...headers, origin: webOrigin },
    });
    if (answer.status !== 200) throw new Error(`an assistant was answered ${answer.status}`);
    return (await answer.json()) as ProtocolAnswer;
  };
  const { result } = await ask(token, "192.0.2.7", "tools/list");
  await ask(session, "192.0.2.7", "tools/list");
  const { tools } = result as { tools: { name: string }[] };
  const found = await ask(token, "198.51.100.7", "tools/call", { name: "find_deployments", arguments: {} });
  const { structuredContent } = found.result as { structuredContent: { data: { rows: [string][] } } };
  const [deployment = ""] = structuredContent.data.rows[0] ?? [];
  for (const { name } of tools) {
    await ask(session, "192.0.2.7", "tools/call", { name });
    for (const given of questionsOf(deployment)[name] ?? [{}]) {
      const { result: answer } = await ask(token, "198.51.100.7", "tools/call", { name, arguments: given });
      if (answer?.["isError"] === true && name !== "explain_incident")
        throw new Error(`${name} was answered ${JSON.stringify(answer)}`);
    }
  }
  const refused = await call(world, "POST", "/mcp", { key: token, from: "203.0.113.7", body: {} });
  if (refused.status !== 403) throw new Error(`a foreign network was answered ${refused.status}`);
}
