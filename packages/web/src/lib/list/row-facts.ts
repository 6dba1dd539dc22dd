import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { type Facts, factsOf, type IncidentStates } from "@shardwatch/core/contract/filter/facts";

interface Known {
  at: number;
  facts: Facts;
}

let joined: IncidentStates | undefined;

/** Sets what open incidents say about all rows. They load after the rows; undefined while they are not known. */
export const joinIncidents = (states: IncidentStates | undefined) => void (joined = states);

const incidents: IncidentStates = (of) => joined?.(of);

const known = new WeakMap<DeploymentListItem, Known>();

/**
 * The facts of a row. They are computed when they are first needed, once for each load: a first visit without a
 * filter needs those of the shown rows only.
 * @param at the time for which they are asked; without it those that are known will do
 */
export function rowFacts(deployment: DeploymentListItem, at?: number): Facts {
  const before = known.get(deployment);
  if (before && (at === undefined || before.at === at)) return before.facts;
  const now = at ?? Date.now();
  const facts = factsOf(deployment, now, incidents);
  known.set(deployment, { at: now, facts });
  return facts;
}
