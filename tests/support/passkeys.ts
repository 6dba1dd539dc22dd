import { webAuthentication } from "@shardwatch/core/adapters/web-authentication";
import type {
  NewPasskeyQuestion,
  Passkey,
  PasskeyAnswer,
  PasskeyQuestion,
} from "@shardwatch/core/contract/people/passkey";
import { createOwnIdentity } from "@shardwatch/core/own-sign-in/own-identity";
import { firstPersonRow } from "@shardwatch/core/own-sign-in/first-person.table";
import { linkFor } from "@shardwatch/core/own-sign-in/links";
import { createApp } from "@shardwatch/functions/api/app";
import { expect } from "vitest";
import { type Authenticator, type AuthenticatorOptions, createAuthenticator } from "./authenticator.ts";
import { PersonsBrowser } from "./openid-world.ts";
import { startWorld, webOrigin, type World } from "./world.ts";

/** The API for people who are known here alone, with the real check of their passkeys. */
export async function startPasskeyWorld(): Promise<World> {
  const world = await startWorld({ webAuthentication });
  const { services } = world;
  services.identity = createOwnIdentity({ ...services, secure: false, passkeys: true });
  services.settings.sharedOrganization = "Our organization";
  return world;
}

/** The same on the rows of another world. */
export function withPasskeys(world: World): World {
  const identity = createOwnIdentity({ ...world.services, secure: false, passkeys: true });
  const services = { ...world.services, identity, webAuthentication };
  return { ...world, services, app: createApp(services) };
}

/** An authenticator at the web application's page, which knows its person and does not count. */
export const authenticator = (options: Partial<AuthenticatorOptions> = {}): Authenticator =>
  createAuthenticator({ origin: webOrigin, verifies: true, counter: 0, ...options });

/** Signs in by a new link. */
export async function openLink(
  world: World,
  one: PersonsBrowser,
  email: string,
): Promise<{ hasPasskey: boolean }> {
  const { url } = await linkFor(world.services, email);
  const answer = await one.call("POST", "/sign-in/link", { token: new URL(url).hash.slice(1) });
  expect(answer.status).toBe(200);
  return (await answer.json()) as { hasPasskey: boolean };
}

/** The browser of somebody who has just signed in by a link. */
export async function arrived(world: World, email: string): Promise<PersonsBrowser> {
  const one = new PersonsBrowser(world);
  await openLink(world, one, email);
  return one;
}

/** What a browser asks for a new passkey, which must be allowed. */
export async function askForNew(one: PersonsBrowser): Promise<NewPasskeyQuestion> {
  const answer = await one.call("POST", "/me/passkeys/options");
  expect(answer.status).toBe(200);
  return (await answer.json()) as NewPasskeyQuestion;
}

/** Tries to add the passkey of an authenticator. */
export const tryToAdd = async (one: PersonsBrowser, by: Authenticator, name?: string): Promise<Response> =>
  await one.call("POST", "/me/passkeys", {
    answer: by.make(await askForNew(one)),
    ...(name !== undefined && { name }),
  });

/** Adds it, which must succeed. */
export async function addPasskey(one: PersonsBrowser, by: Authenticator, name?: string): Promise<Passkey> {
  const answer = await tryToAdd(one, by, name);
  expect(answer.status).toBe(201);
  return (await answer.json()) as Passkey;
}

/** What a browser asks to sign somebody in. */
export async function askToEnter(one: PersonsBrowser): Promise<PasskeyQuestion> {
  const answer = await one.call("POST", "/sign-in/passkey/options");
  expect(answer.status).toBe(200);
  return (await answer.json()) as PasskeyQuestion;
}

export const send = (one: PersonsBrowser, answer: PasskeyAnswer): Promise<Response> =>
  one.call("POST", "/sign-in/passkey", answer);

/** Tries to sign in with the passkey of an authenticator. */
export const enterBy = async (one: PersonsBrowser, by: Authenticator): Promise<Response> =>
  await send(one, by.sign(await askToEnter(one)));

/** A person's passkeys. */
export async function passkeysOf(one: PersonsBrowser): Promise<Passkey[]> {
  const answer = await one.call("GET", "/me/passkeys");
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { passkeys: Passkey[] }).passkeys;
}

/** The status of an answer, and the code of a refusal. */
export async function outcomeOf(answer: Response): Promise<number | [status: number, code: string]> {
  if (answer.ok) return answer.status;
  return [answer.status, ((await answer.json()) as { code: string }).code];
}

/** Somebody comes by a link, as if it had been the first one, and then `usePasskeys`. */
export async function passkeyStory(world: World, email: string): Promise<Authenticator> {
  await world.services.table.put(firstPersonRow("hash of an email"));
  return await usePasskeys(await arrived(withPasskeys(world), email));
}

/** Somebody who has just come adds two passkeys, signs in with one of them and removes the other. */
export async function usePasskeys(one: PersonsBrowser): Promise<Authenticator> {
  const kept = authenticator({ counter: 7 });
  await addPasskey(one, kept, "Laptop");
  kept.options.counter = 8;
  expect((await enterBy(one, kept)).status).toBe(204);
  const { id } = await addPasskey(one, authenticator(), "Phone");
  expect((await one.call("DELETE", `/me/passkeys/${id}`)).status).toBe(204);
  return kept;
}
