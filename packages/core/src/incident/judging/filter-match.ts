import { compile } from "../../contract/filter/compile.ts";
import { parseFilter } from "../../contract/filter/parse.ts";
import { and, type Truth } from "../../contract/filter/value.ts";
import type { WatchedDeployment } from "./watched.ts";

/**
 * Whether a filter holds for what has a finding: a deployment, or all deployments of an account, a key or an agent.
 * Undefined where that is not known, and for what has no deployments.
 */
export type FilterMatch = (filter: string, id: string) => Truth;

type Test = (deployment: WatchedDeployment) => Truth;

/** Matches filters with a fleet. Each filter is compiled once. */
export function filterMatchOf(deployments: readonly WatchedDeployment[]): FilterMatch {
  const tests = new Map<string, Test>();
  let index: ReadonlyMap<string, readonly WatchedDeployment[]> | undefined;
  return (filter, id) => {
    const test = tests.get(filter) ?? testOf(filter);
    tests.set(filter, test);
    index ??= indexOf(deployments);
    const [first, ...others] = index.get(id) ?? [];
    if (!first) return undefined;
    return others.reduce((truth, each) => (truth === false ? truth : and(truth, test(each))), test(first));
  };
}

/** A stored filter with a field that this release does not know must not mean everything. */
export function testOf(text: string): Test {
  const { filter, faults } = parseFilter(new URLSearchParams(text), []);
  if (faults.length > 0) return () => undefined;
  const test = compile(filter);
  return ({ facts }) => test(facts);
}

/** The deployments by their id, and by each name of what reports them. */
function indexOf(deployments: readonly WatchedDeployment[]): Map<string, WatchedDeployment[]> {
  const index = new Map<string, WatchedDeployment[]>();
  for (const deployment of deployments) {
    const { id, via = "" } = deployment;
    for (const name of new Set([id, via, via.split("/")[0] ?? ""])) {
      const named = index.get(name);
      if (named) named.push(deployment);
      else index.set(name, [deployment]);
    }
  }
  return index;
}
