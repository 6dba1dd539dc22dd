import type { OrganizationId } from "../access/scope.ts";
import type { ChangeKind } from "../contract/history/change-kinds.ts";
import type { DeploymentSource } from "../contract/source/source.ts";
import { day } from "../kit/time.ts";
import { bytes, number, optional, text } from "../table/field.ts";
import { RowKind, type RowOf, type StoredRow } from "../table/row.ts";
import { expiresAt } from "../table/schema.ts";
import type { Write } from "../table/table.ts";
import { changeKey, changeOfKey, changesOfDeployment } from "./change.keys.ts";

/** How long a change is kept, in milliseconds. */
const lifetime = 400 * day;

/** A row of the feed: one deployment in one report, or all that appeared in one transaction. */
export const changeKind = new RowKind("change", 1, {
  kind: text<ChangeKind>("do"),
  /** Unix epoch in milliseconds, by our clock. */
  at: number(),
  /** When the same fields last changed again, and how many reports changed them; absent for one. */
  until: optional(number()),
  times: optional(number("n")),
  /** JSON: a list of [id, name]. */
  deployments: text("deps"),
  /** What reported it, as `viaOf` writes it, with its kind; absent when a person did it. */
  via: optional(text("by")),
  source: optional(text<DeploymentSource>("src")),
  /** The fields, as `packFields` writes them, and how many did not fit. */
  what: optional(bytes()),
  more: optional(number()),
  /** What came and went, as `packPassed` writes it; absent for most. */
  between: optional(bytes("btw")),
});

export type ChangeRow = RowOf<typeof changeKind> & { id: string };

export const readChange = (row: StoredRow): ChangeRow => ({ id: changeOfKey(row), ...changeKind.read(row) });

/** The deployments of a change with their names at that time. */
export type NamedIds = readonly (readonly [id: string, name: string])[];

/** Writes a change. The row of one deployment is also found by the index. */
export function putChange(organization: OrganizationId, { id, ...row }: ChangeRow): Write {
  const [one, ...others] = JSON.parse(row.deployments) as NamedIds;
  const index =
    one && others.length === 0
      ? { gsi1pk: changesOfDeployment(organization, one[0]), gsi1sk: id }
      : undefined;
  const end = expiresAt((row.until ?? row.at) + lifetime);
  return { put: { ...changeKey(organization, id), ...index, ...changeKind.write(row), ...end } };
}
