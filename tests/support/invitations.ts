import type { Invitation } from "@shardwatch/core/contract/people/invitation";
import type { Identity } from "@shardwatch/core/ports/identity";
import { call, type Person, signInAgain, type World } from "./world.ts";

/** Sends an invitation through the API, to a person without a pending one there. Returns its id. */
export async function invite(
  world: World,
  inviter: Person,
  invitee: { identity: Pick<Identity, "email"> },
): Promise<string> {
  const body = { inviteeEmail: invitee.identity.email };
  const answer = await call(world, "POST", "/invitations", { as: await signInAgain(world, inviter), body });
  if (answer.status !== 201)
    throw new Error(`inviting was answered ${answer.status}: ${await answer.text()}`);
  return ((await answer.json()) as Invitation).id;
}

/** Sends an invitation to somebody who is known by the email alone. */
export async function inviteByEmail(world: World, inviter: Person, email: string): Promise<void> {
  const { settings } = world.services;
  const { inviteAnyone = false } = settings;
  settings.inviteAnyone = true;
  await invite(world, inviter, { identity: { email } });
  settings.inviteAnyone = inviteAnyone;
}

/** The ids in one of the two lists of pending invitations. */
export async function pending(world: World, as: Person, path: string): Promise<string[]> {
  const answer = await call(world, "GET", path, { as });
  return ((await answer.json()) as { invitations: Invitation[] }).invitations.map(({ id }) => id);
}
