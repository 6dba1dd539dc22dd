import type { OrganizationId } from "../access/scope.ts";
import { Problem } from "../kit/problem.ts";
import { second } from "../kit/time.ts";
import { Turns } from "../kit/turns.ts";

/** How many answers about a whole organization, or a part of it, a process makes at a time. */
const mostAtOnce = 2;
/** How many of all organizations, so that several together can't take the process from people. */
const mostOfAll = 4;
/** A server of Prometheus waits for ten seconds, unless it is set otherwise. */
const patience = 8 * second;

/** Works for an organization when it is its turn. Throws tooMany for work that would begin too late. */
export type InTurn = <T>(organization: OrganizationId, work: () => Promise<T>) => Promise<T>;

/** Turns of their own, so that one use of them doesn't wait for another. */
export function turnsOfOrganizations(): InTurn {
  const turns = new Turns({ atOnce: mostAtOnce, patience });
  const together = new Turns({ atOnce: mostOfAll, patience });
  return async (organization, work) =>
    await turns.take(organization, () => together.take("", work, tooManyAtOnce), tooManyAtOnce);
}

/**
 * Reads and writes one answer when it is its turn, so that many calls at once can't fill the memory. Throws tooMany for one
 * that would come too late.
 */
export const inTurn = turnsOfOrganizations();

const tooManyAtOnce = (): Problem =>
  new Problem("tooMany", "Too many answers about this organization are being made. Ask again soon.", {
    code: "TOO_MANY_AT_ONCE",
    retryAfterSeconds: patience / second,
  });
