import { createOwnIdentity } from "@shardwatch/core/own-sign-in/own-identity";
import { firstLink, linkFor } from "@shardwatch/core/own-sign-in/links";
import { expect } from "vitest";
import { PersonsBrowser } from "./openid-world.ts";
import { startWorld, type World } from "./world.ts";

/** The whole API for people who are known here alone, with the shared organization that a server has. */
export async function startOwnWorld(): Promise<World> {
  const world = await startWorld();
  const { services } = world;
  services.identity = createOwnIdentity({ ...services, secure: false, passkeys: true });
  services.settings.sharedOrganization = "Our organization";
  return world;
}

/** The secret of a link, which browsers keep behind the "#" of its address. */
export const tokenOf = ({ url }: { url: string }): string => new URL(url).hash.slice(1);

/** The browser of somebody who has opened a link and pressed its button. */
export async function signedInByLink(world: World, email: string): Promise<PersonsBrowser> {
  const one = new PersonsBrowser(world);
  const token = tokenOf(await linkFor(world.services, email));
  expect((await one.call("POST", "/sign-in/link", { token })).status).toBe(200);
  return one;
}

/** The browser of the first person of an installation. */
export async function firstPerson(world: World, email: string): Promise<PersonsBrowser> {
  const one = new PersonsBrowser(world);
  const token = tokenOf(await firstLink(world.services));
  expect((await one.call("POST", "/sign-in/link", { token, email })).status).toBe(200);
  return one;
}
