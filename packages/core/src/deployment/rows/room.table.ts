import type { OrganizationId } from "../../access/scope.ts";
import type { Condition } from "../../table/expression.ts";
import { roomKey } from "../../table/keys.ts";
import type { Row, Write } from "../../table/table.ts";
import type { Growth } from "./growth.ts";

/** How many deployments an organization has, and how many databases its agents report. A report without growth never touches it. */
export interface RoomRow extends Growth {
  /** When that was last counted, Unix epoch in milliseconds; what came and went since was added. */
  countedAt: number;
}

export const readRoom = (row: Row | undefined): RoomRow | undefined => row as unknown as RoomRow | undefined;

/** Writes what was counted, on the condition that nobody else has counted since `before`. */
export function putRoom(organization: OrganizationId, room: RoomRow, before: RoomRow | undefined): Write {
  const unchanged: Condition = before
    ? { attribute: "countedAt", is: "=", value: before.countedAt }
    : { exists: false };
  return { put: { ...roomKey(organization), ...room }, when: [unchanged] };
}

/** Holds while so much fits in, and the last count is newer than `countedAfter`. */
export function fits(growth: Growth, most: Growth, countedAfter: number): Condition[] {
  const below = (["deployments", "databases"] as const)
    .filter((what) => growth[what] > 0)
    .map((what): Condition => ({ attribute: what, is: "<=", value: most[what] - growth[what] }));
  return [{ attribute: "countedAt", is: ">", value: countedAfter }, ...below];
}
