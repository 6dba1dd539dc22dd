import { randomUUID } from "node:crypto";
import { mailOf } from "../support/channels.ts";
import { type Person, signUp, type World } from "../support/world.ts";

/** In a body: the id of the caller's organization. */
export const ownOrganizationId = "{own organization}";

/** In a body: the email of a person with an organization of their own. */
export const newcomer = "{newcomer}";

/** In a body: a time within an hour. */
export const inAnHour = "{in an hour}";

/** In a body: a name that nothing else has. */
export const newName = "{new name}";

/** In a body: the id of the channel for mail of the caller's organization. */
export const mailChannel = "{mail channel}";

/** A body of the matrix, with what its placeholders stand for. */
export async function filledIn(
  world: World,
  body: unknown,
  { own, caller }: { own: Person; caller: Person },
): Promise<unknown> {
  const text = JSON.stringify(body)
    .replace(ownOrganizationId, own.organizationId)
    .replace(mailChannel, mailOf(caller))
    .replace(inAnHour, new Date(world.clock.now() + 3_600_000).toISOString())
    .replace(newName, randomUUID());
  if (!text.includes(newcomer)) return JSON.parse(text);
  return JSON.parse(text.replace(newcomer, (await signUp(world)).identity.email));
}
