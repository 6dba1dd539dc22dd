import type { OrganizationId } from "../../access/scope.ts";
import { text } from "../../table/field.ts";
import { type Key, keysIn, runIn } from "../../table/keys.ts";
import { RowKind } from "../../table/row.ts";

/** How far the trails of a source were copied to the organization that it moved to, in one move. */
export const trailMoveKind = new RowKind("trail move", 1, {
  /** The sort key of the last trail that was copied. */
  after: text(),
});

const prefix = "TRAILMOVE#";
const trailMoveKeys = keysIn(prefix);

/** @param id of the move: a source may move to the same organization twice */
export const trailMoveKey = (to: OrganizationId, source: string, id: string): Key =>
  trailMoveKeys(to, `${source}#${id}`);

export const trailMoves = runIn(prefix);
