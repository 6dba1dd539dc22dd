import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { keyOf } from "../../../lib/words/deployment-key.ts";
import { regionsOf } from "./describe.ts";

/** Rows that share their name, by key. */
export type NameGroups = ReadonlyMap<string, readonly DeploymentListItem[]>;

/** Always the same one, so that a list without namesakes is not drawn again. */
const noNamesakes: NameGroups = new Map();

/** The rows whose names are not unique. */
export function nameGroups(rows: readonly DeploymentListItem[]): NameGroups {
  const first = new Map<string, DeploymentListItem>();
  const groups = new Map<string, DeploymentListItem[]>();
  for (const row of rows) {
    const other = first.get(row.name);
    if (!other) first.set(row.name, row);
    else {
      const group = groups.get(row.name) ?? [other];
      group.push(row);
      groups.set(row.name, group);
    }
  }
  if (groups.size === 0) return noNamesakes;
  return new Map([...groups.values()].flatMap((group) => group.map((row) => [keyOf(row), group] as const)));
}

/** The end of an id, which differs also between ids that were made in the same second. */
const shortId = ({ id }: DeploymentListItem) => `…${id.slice(-6)}`;

type MarkOf = (row: DeploymentListItem) => string | undefined;

/**
 * Distinguishes the rows that share a name: by the source account, the regions, or else the id. The keys are
 * those of the rows. Each row is looked at once, because thousands of rows may have one name.
 * @param accountOf the name of what reports a row, once it is known
 */
export function namesakeMarks(namesakes: NameGroups, accountOf: MarkOf): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  for (const group of new Set(namesakes.values())) {
    const regions = onlyOnes(group, (row) => regionsOf(row).join(", ") || undefined);
    const accounts = onlyOnes(group, accountOf);
    for (const row of group) marks.set(keyOf(row), accounts.get(row) ?? regions.get(row) ?? shortId(row));
  }
  return marks;
}

/** The marks that only one row of a group has. */
function onlyOnes(group: readonly DeploymentListItem[], markOf: MarkOf) {
  const rows = Map.groupBy(group, markOf);
  return new Map(
    [...rows].flatMap(([mark, [row, ...others]]) =>
      mark !== undefined && row && others.length === 0 ? [[row, mark] as const] : [],
    ),
  );
}
