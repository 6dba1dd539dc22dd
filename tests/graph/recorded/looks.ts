import type { Run } from "@shardwatch/core/table/keys";
import { minute } from "../../storage/story.ts";
import { modernMessage, type ProtocolAnswer, switchAssistants } from "../../support/assistants.ts";
import { commandLine } from "../../support/personal-sessions.ts";
import { createToken } from "../../support/tokens.ts";
import { call, type Person, signInAgain, signUp, webOrigin, type World } from "../../support/world.ts";

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

/**
 * Assistants call every tool, with a token and as a person. The token comes from new networks, and from one that is not its
 * own. Counters bound what is recorded of both.
 */
export async function assistants(world: World): Promise<void> {
  const person = await signUp(world);
  await switchAssistants(world, person);
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
  for (const { name } of tools) {
    await ask(token, "198.51.100.7", "tools/call", { name });
    await ask(session, "192.0.2.7", "tools/call", { name });
  }
  const refused = await call(world, "POST", "/mcp", { key: token, from: "203.0.113.7", body: {} });
  if (refused.status !== 403) throw new Error(`a foreign network was answered ${refused.status}`);
}
