import { goesOut } from "../../contract/channel/words.ts";
import { isWorse } from "../../contract/incident/severity-order.ts";
import type { IncidentSeverity } from "../../contract/incident/words.ts";

/** A channel that is on, as far as it decides on what it gets. */
export interface Receiver {
  id: string;
  kind: string;
  /** What is less urgent is not sent. */
  minimum: IncidentSeverity;
}

/** What routes choose for an incident. */
export interface Chosen {
  /** Of each route that takes it, the ids of the channels. */
  routes: readonly (readonly string[])[];
  /** Whether it goes where everything else goes. */
  rest: boolean;
}

/** The routes of an organization. */
export interface Routing<About> {
  choose: (about: About) => Chosen;
  /** Where everything else goes, by the ids of channels; null for all that are on. */
  rest: readonly string[] | null;
}

/** Of an organization without routes: everything goes to all channels. */
export const everywhere: Routing<unknown> = { choose: () => ({ routes: [], rest: true }), rest: null };

/**
 * The ids of the channels that get an incident of this severity, if they take it. A route whose channels are off or gone
 * leads to everything else. So does an incident that is less urgent than what they take: routes never hide what would reach
 * somebody without them. Where everything else leads nowhere, all channels get it. Members have a channel that no route
 * concerns.
 */
export function receiversOf(
  channels: readonly Receiver[],
  { routes, rest: isRest }: Chosen,
  rest: readonly string[] | null,
  severity: IncidentSeverity,
): ReadonlySet<string> {
  const outgoing = channels.filter(({ kind }) => goesOut(kind));
  const open = (ids: readonly string[] | null) =>
    ids === null ? outgoing : outgoing.filter(({ id }) => ids.includes(id));
  const isTaken = (some: readonly Receiver[]) => some.some(({ minimum }) => !isWorse(minimum, severity));
  const chosen = routes.map(open);
  const found = chosen.flat();
  if (isRest || chosen.some((one) => one.length === 0) || !isTaken(found)) {
    const others = open(rest);
    found.push(...(others.length > 0 ? others : outgoing));
    if (!isTaken(found)) found.push(...outgoing);
  }
  return new Set([...found, ...channels.filter(({ kind }) => !goesOut(kind))].map(({ id }) => id));
}
