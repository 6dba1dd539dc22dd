import type { OrganizationId } from "../access/scope.ts";
import { trailsKeptFor } from "../contract/history/steps.ts";
import { slotSeconds } from "../contract/report/slot-columns.ts";
import { second } from "../kit/time.ts";
import { bytes, number, optional } from "../table/field.ts";
import type { Condition } from "../table/expression.ts";
import type { Key } from "../table/keys.ts";
import { type Row, RowKind, type StoredRow } from "../table/row.ts";
import { timeToLiveAttribute } from "../table/schema.ts";
import type { CodedDeployment } from "./coded-deployment.ts";
import type { ShortId } from "./deployment-bytes.ts";
import { slotOfTrail, trailKey, type TrailName } from "./trail.keys.ts";
import { decodeCodes, encodeCodes, encodeTrail, type SlotDeployment } from "./trail-payload.ts";

export const trailKind = new RowKind("trail", 1, {
  /** The figures of a slot, as `encodeTrail` writes them. */
  payload: bytes("p"),
  /** How many seconds of the slot they are of. Absent: all. */
  covers: optional(number("c")),
});

const expiry = (slot: number): number => (slot + 1) * slotSeconds + trailsKeptFor / second;

/** A trail follows from its slot alone, so that writing it again changes nothing. */
export const trailRow = (
  organization: OrganizationId,
  name: TrailName,
  deployments: readonly SlotDeployment[],
  covers?: number,
): Key & Row => rowWith(organization, name, encodeTrail(deployments), covers);

/** The same with figures that are codes already. */
export const codedTrailRow = (
  organization: OrganizationId,
  name: TrailName,
  deployments: readonly CodedDeployment[],
): Key & Row => rowWith(organization, name, encodeCodes(deployments));

const rowWith = (
  organization: OrganizationId,
  name: TrailName,
  payload: Uint8Array,
  covers?: number,
): Key & Row => ({
  ...trailKey(organization, name),
  ...trailKind.write({ payload, covers }),
  [timeToLiveAttribute]: expiry(name.slot),
});

/** On which conditions a trail may be written, one after the other: it replaces one that covers less. */
export function mayReplace(row: Row): readonly (readonly Condition[])[] {
  const { covers } = trailKind.read(row);
  if (covers === undefined) return [[]];
  return [[{ exists: false }], [{ attribute: "c", is: "<", value: covers }]];
}

/** Whether a row holds the same figures as another. */
export const isSameTrail = (row: Row, other: Row): boolean =>
  Buffer.compare(trailKind.read(row).payload, trailKind.read(other).payload) === 0;

/** A slot as it was stored, with its figures as codes. */
export interface CodedTrail {
  slot: number;
  deployments: readonly CodedDeployment[];
}

/**
 * Reads the trails that have not expired. DynamoDB deletes expired rows up to two days later. Damaged payloads are left
 * out.
 * @param only the one deployment to return; without it, all of them
 */
export function readCodedTrails(rows: readonly StoredRow[], now: number, only?: ShortId): CodedTrail[] {
  return rows.flatMap((row) => {
    const slot = slotOfTrail(row);
    const isKept = expiry(slot) * second > now;
    const deployments = isKept ? decodeCodes(trailKind.read(row).payload, only) : undefined;
    return deployments ? [{ slot, deployments }] : [];
  });
}
