import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { type Facts, factsOf } from "@shardwatch/core/contract/filter/facts";

interface Known {
  at: number;
  facts: Facts;
}

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
  const facts = factsOf(deployment, now);
  known.set(deployment, { at: now, facts });
  return facts;
}
