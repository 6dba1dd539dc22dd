import type { OrganizationId } from "../../access/scope.ts";
import type { Random } from "../../ports/random.ts";
import { bytes, number, optional, text } from "../../table/field.ts";
import { RowKind, type RowOf } from "../../table/row.ts";
import type { Write } from "../../table/table.ts";
import { fleetUnreportedKey } from "./deployment.keys.ts";

/*
 * Rows that are derived from summaries, details and pulses, so that the list of all databases reads little.
 * Deleting any of them changes nothing but the cost of the next look.
 */

/** The deployments of one pulse without their figures. */
export const fleetPageKind = new RowKind("fleet page", 1, {
  /** The state of the pulse that the content belongs to. The row is out of date for any other state. */
  state: text(),
  /** The deployments, as `packDeployments` writes them. */
  content: bytes(),
});

/** The deployments that no pulse holds. Updates alone write it. */
export const fleetUnreportedKind = new RowKind("fleet rest", 1, {
  /** A random text. Each write that takes a deployment out of a pulse sets another one. */
  mark: optional(text()),
  /** The mark for which the ids were found. They are out of date for any other mark. */
  foundFor: optional(text()),
  /** Unix epoch in milliseconds; absent until they were found once. */
  foundAt: optional(number()),
  /** Ids of the deployments, as `packIds` writes them. */
  ids: optional(bytes()),
});

export type FleetUnreported = RowOf<typeof fleetUnreportedKind>;

/**
 * Makes the next reading of the organization's databases search for deployments that no pulse holds. It belongs
 * into each write after which a deployment may have left a pulse without being deleted.
 */
export function invalidateUnreported(organization: OrganizationId, random: Random) {
  const mark = Buffer.from(random.bytes(9)).toString("base64url");
  const change = { set: fleetUnreportedKind.changes({ mark }) };
  return { update: fleetUnreportedKey(organization), change } satisfies Write;
}
