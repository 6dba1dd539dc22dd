import { number } from "../../table/field.ts";
import { RowKind } from "../../table/row.ts";

/** The passes of all organizations. Unix epochs in milliseconds. */
export const ticksKind = new RowKind("ticks", 1, {
  /** The last minute in which passes were due. */
  minute: number(),
  /** The one before. */
  previous: number(),
  /** Since when there was none without a pass. */
  since: number(),
});
