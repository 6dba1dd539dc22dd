import { text } from "../../table/field.ts";
import { keysIn, runIn } from "../../table/keys.ts";
import { RowKind } from "../../table/row.ts";

/** How far the trails of a source were copied to the organization that it moved to. */
export const trailMoveKind = new RowKind("trail move", 1, {
  /** The sort key of the last trail that was copied. */
  after: text(),
});

const prefix = "TRAILMOVE#";
export const trailMoveKey = keysIn(prefix);
export const trailMoves = runIn(prefix);
