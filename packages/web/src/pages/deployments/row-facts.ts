import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { type Facts, factsOf } from "@shardwatch/core/contract/filter/facts";

const known = new WeakMap<DeploymentListItem, Facts>();

/** The facts of a row, computed once for each load of it. */
export function rowFacts(deployment: DeploymentListItem): Facts {
  const before = known.get(deployment);
  if (before) return before;
  const facts = factsOf(deployment, Date.now());
  known.set(deployment, facts);
  return facts;
}
