import { readVersion } from "../filter/version.ts";
import type { Engine } from "../deployment/deployment.ts";
import { branchOf } from "./branch.ts";
import { lastFixes, vulnerabilities, type Vulnerability } from "./vulnerability-table.ts";

/** The month from which on the branch of a version gets no fixes, "2024-10"; undefined where it does. */
export function withoutFixesSince(engine: Engine, version: string): string | undefined {
  const branch = branchOf(version);
  return branch === undefined ? undefined : lastFixes[engine]?.[branch];
}

/** What the table says of one version. */
export interface VulnerabilityOf extends Pick<Vulnerability, "id" | "score"> {
  /** The first version of this branch with the fix; undefined where the branch gets none. */
  fixedIn: string | undefined;
}

/**
 * The vulnerabilities that a version is known to have. An empty list says nothing of a branch that the table does not
 * name: see `isBranchKnown`. A distribution may have patched a version without changing its number.
 */
export function vulnerabilitiesOf(engine: Engine, version: string): readonly VulnerabilityOf[] {
  const number = readVersion(version);
  const branch = branchOf(version);
  if (number === undefined || branch === undefined) return [];
  return vulnerabilities.flatMap(({ fixedIn, unfixed, ...vulnerability }): VulnerabilityOf[] => {
    const fix = fixedIn[engine]?.find((fixed) => branchOf(fixed) === branch);
    if (fix === undefined)
      return unfixed?.[engine]?.includes(branch) ? [{ ...vulnerability, fixedIn: undefined }] : [];
    return number < (readVersion(fix) ?? 0) ? [{ ...vulnerability, fixedIn: fix }] : [];
  });
}

const branchesOf = (engine: Engine): ReadonlySet<string | undefined> =>
  new Set(
    vulnerabilities.flatMap(({ fixedIn, unfixed }) => [
      ...(fixedIn[engine] ?? []).map((fix) => branchOf(fix)),
      ...(unfixed?.[engine] ?? []),
    ]),
  );

/** The ids of the vulnerabilities of which is not known whether a version has them. */
export function undecidedOf(engine: Engine, version: string): readonly string[] {
  const branch = branchOf(version);
  if (branch === undefined) return [];
  return vulnerabilities.flatMap(({ id, undecided }) => (undecided?.[engine]?.includes(branch) ? id : []));
}

/** Whether the table names the branch of a version at all. Of others nothing is known. */
export function isBranchKnown(engine: Engine, version: string): boolean {
  const branch = branchOf(version);
  return branch !== undefined && branchesOf(engine).has(branch);
}
