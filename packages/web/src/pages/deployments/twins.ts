import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { keyOf } from "../../lib/deployment-key.ts";
import { regionsOf } from "./describe.ts";

/** Rows that share their name, by key. */
export type Twins = ReadonlyMap<string, readonly DeploymentListItem[]>;

/** Always the same one, so that a list without twins is not drawn again. */
const noTwins: Twins = new Map();

/** The rows whose names are not unique. */
export function findTwins(rows: readonly DeploymentListItem[]): Twins {
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
  if (groups.size === 0) return noTwins;
  return new Map([...groups.values()].flatMap((group) => group.map((row) => [keyOf(row), group] as const)));
}

/** The end of an id, which differs also between ids that were made in the same second. */
const shortId = ({ id }: DeploymentListItem) => `…${id.slice(-6)}`;

/**
 * Distinguishes a row from those of the same name: by the source account, the regions, or else the id. Undefined for
 * a row whose name is unique.
 * @param accountOf the name of what reports a row, once it is known
 */
export function twinMarkOf(
  row: DeploymentListItem,
  twins: Twins,
  accountOf: (row: DeploymentListItem) => string | undefined,
): string | undefined {
  const others = twins.get(keyOf(row))?.filter((other) => keyOf(other) !== keyOf(row));
  if (!others) return undefined;
  const marks = [accountOf, (one: DeploymentListItem) => regionsOf(one).join(", ") || undefined];
  for (const markOf of marks) {
    const mark = markOf(row);
    if (mark !== undefined && others.every((other) => markOf(other) !== mark)) return mark;
  }
  return shortId(row);
}
