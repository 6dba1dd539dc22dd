import type { Change } from "../../table/expression.ts";
import { number } from "../../table/field.ts";
import { type Row, RowKind } from "../../table/row.ts";

/** When more than figures of an organization's deployments last changed. Only updates write it. */
export const lastChangeKind = new RowKind("last change", 1, {
  /** Unix epoch in milliseconds. */
  at: number(),
});

export const changedAt = (now: number): Change => ({ set: { [lastChangeKind.attribute.at]: now } });

/** Unix epoch in milliseconds; undefined before the first change. */
export const readLastChange = (row: Row | undefined): number | undefined =>
  row && lastChangeKind.read(row).at;
