import { isPersonal } from "@shardwatch/core/kit/composite-key";
import type { GrantedSession } from "@shardwatch/core/contract/people/device-login";
import { usualScopes } from "@shardwatch/core/contract/people/personal-session-limits";
import { allScopes, type TokenScope } from "@shardwatch/core/contract/token/scopes";
import type { Api } from "../api/api.ts";
import { Refusal } from "../api/refusal.ts";
import type { Work } from "../command.ts";
import { endSession } from "./logout.ts";
import { checkedToken } from "../credentials/profiles.ts";
import { exit, type ExitCode, Failure, wrongUsage } from "../exit.ts";
import type { Machine } from "../machine.ts";

const usualInterval = 5; // seconds

/** By how much the pause grows when the server asks for it, or can't be reached, in milliseconds. RFC 8628, section 3.5. */
const slower = 5_000;
/** What is waited for at most, whatever a server says, in milliseconds. */
const most = { pause: 60_000, life: 30 * 60_000 };

/**
 * Signs a person in (RFC 8628): they compare a code in their browser and tick scopes, and the session is stored as the
 * profile. Throws a Failure when they refuse, or when the code expires.
 */
export async function signInByCode(
  { values, machine, apiWith, profiles, say }: Work<{ scopes: { value: string; help: string } }>,
  url: string,
): Promise<ExitCode> {
  if (!machine.canAsk)
    throw wrongUsage("Nobody can be asked here. Give a token on the standard input: --with-token.");
  const scopes = scopesIn(values.scopes);
  // A file that can't be used is said before the person is asked.
  const former = profiles.stored();
  const api = apiWith({ url, token: "" });
  const client = `shardwatch on ${machine.host}`.replaceAll(/[^\x20-\x7e]/g, "").slice(0, 80);
  const started = await api.post("/device-logins", { json: { client, scopes } });
  say(`Open ${started.verificationUrlComplete}`);
  say(`Compare the code: ${started.userCode}`);
  const granted = await collected(api, machine, started);
  const token = checkedToken(granted.secret, "The answer");
  profiles.store({ url, token });
  if (former && isPersonal(former.token)) await endSession(apiWith(former));
  const { email, organization, scopes: may, expiresAt } = granted;
  say(`Signed in to ${url} as ${email} of ${organization}, as the profile ${profiles.name}.`);
  say(`It may use ${may.join(", ")}, until ${expiresAt.slice(0, 10)}.`);
  return exit.done;
}

/** The scopes in "read,rules". Throws a Failure for a word that is none. */
function scopesIn(text: string | undefined): TokenScope[] {
  if (text === undefined) return [...usualScopes];
  const words = text.split(",").map((word) => word.trim());
  const wrong = words.find((word) => !allScopes.some((scope) => scope === word));
  if (wrong !== undefined)
    throw wrongUsage(`There is no scope “${wrong}”.`, [`There are: ${allScopes.join(", ")}`]);
  return allScopes.filter((scope) => words.includes(scope));
}

interface Started {
  deviceCode: string;
  expiresInSeconds: number;
  intervalSeconds: number;
}

/** Asks until the person has decided. A server that can't be reached for a while ends nothing. */
async function collected(
  api: Api,
  machine: Machine,
  { deviceCode, expiresInSeconds, intervalSeconds }: Started,
): Promise<GrantedSession> {
  const life = expiresInSeconds > 0 ? expiresInSeconds * 1_000 : 0;
  const end = machine.now() + Math.min(life, most.life);
  // A server that lies may say anything.
  let pause = (intervalSeconds >= 1 ? intervalSeconds : usualInterval) * 1_000;
  while (machine.now() < end) {
    await machine.wait(Math.min(pause, most.pause));
    try {
      return await api.post("/device-logins/token", { json: { deviceCode } });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (!mayGoOn(error)) throw error;
      if (!isPending(error)) pause += slower;
    }
  }
  throw new Failure(exit.refused, "Nobody has allowed it in time. Sign in again.");
}

const isPending = (error: Failure): boolean =>
  error instanceof Refusal && error.code === "AUTHORIZATION_PENDING";

/** Whether asking again makes sense: too often, a busy server, no network. */
const mayGoOn = (error: Failure): boolean => isPending(error) || error.exitCode === exit.trouble;
