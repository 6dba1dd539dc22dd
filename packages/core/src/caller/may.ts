import type { ReaderActor } from "../access/actor.ts";
import { may, type Right } from "../contract/people/roles.ts";

/**
 * Whether the caller has a right in its organization: a person by their roles. A token has it, because its route has asked for
 * the scope.
 */
export const callerMay = (actor: ReaderActor, right: Right): boolean =>
  actor.kind === "token" || may(actor.roles, right);
