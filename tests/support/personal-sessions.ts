import type { GrantedSession, StartedDeviceLogin } from "@shardwatch/core/contract/people/device-login";
import type { TokenScope } from "@shardwatch/core/contract/token/scopes";
import { readByAssistants } from "./assistants.ts";
import { rotateUsedToken } from "./tokens.ts";
import { call, type Person, type World } from "./world.ts";

/** A command line that begins to sign in. */
export async function beginLogin(
  world: World,
  { client = "shardwatch on laptop", from = "192.0.2.7", ...more }: BeginOptions = {},
): Promise<StartedDeviceLogin> {
  const body = { client, ...more };
  const answer = await call(world, "POST", "/device-logins", { body, from, headers: { origin: "" } });
  if (answer.status !== 201) throw new Error(`it was answered ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as StartedDeviceLogin;
}

interface BeginOptions {
  client?: string;
  scopes?: readonly TokenScope[];
  from?: string;
}

/** What a command line hears when it asks. */
export const collectLogin = (world: World, deviceCode: string): Promise<Response> =>
  call(world, "POST", "/device-logins/token", { body: { deviceCode }, headers: { origin: "" } });

/** All that programs of a person leave in the table. */
export async function programs(world: World, as: Person): Promise<void> {
  await rotateUsedToken(world, as);
  await commandLines(world, as);
  await readByAssistants(world, as, (await commandLine(world, as)).secret);
}

/** A person at a command line, and one that waits. */
export async function commandLines(world: World, as: Person): Promise<void> {
  await commandLine(world, as);
  await beginLogin(world);
}

/** The session of a person at a command line. */
export async function commandLine(
  world: World,
  as: Person,
  scopes: readonly TokenScope[] = ["read", "incidents"],
): Promise<GrantedSession> {
  const { deviceCode, userCode } = await beginLogin(world);
  const body = { code: userCode, allow: true, scopes };
  const decided = await call(world, "POST", "/device-logins/decision", { as, body });
  if (decided.status !== 204) throw new Error(`it was answered ${decided.status} ${await decided.text()}`);
  return (await (await collectLogin(world, deviceCode)).json()) as GrantedSession;
}
