import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { FieldEntry } from "./field-entry.ts";
import type { PassedFields } from "./passing.ts";

/** A row of a deployment that the next change may still extend. Times are Unix epochs in milliseconds. */
export interface OpenChange {
  id: string;
  at: number;
  until: number;
  times: number;
  fields: FieldEntry[];
  passed?: PassedFields | undefined;
}

/**
 * What a deployment's detail remembers for its next change, because the detail is read for it anyway. So
 * writing a change needs no further round trip.
 */
export interface ChangeMemory {
  /** The version of the source that read the shape. */
  reader: string;
  /** The id of the change with which the deployment appeared; absent for one from before there were changes. */
  born?: string | undefined;
  /** The UTC day of the last change as a number, and how many rows that day has. */
  day?: number | undefined;
  rows?: number | undefined;
  /** Newest first. */
  open?: OpenChange[] | undefined;
}

/** In bytes. A detail leaves as many of its row. */
export const mostBytes = 1_500;

/**
 * The memory as the detail's row stores it. Changes that do not fit are not extended any more. The newest one stays
 * without its fields, so that it can still be counted.
 */
export function packMemory({ open = [], ...rest }: ChangeMemory): Uint8Array {
  for (let kept = open.length; kept > 0; kept -= 1) {
    const packed = pack({ ...rest, open: open.slice(0, kept) });
    if (packed.length <= mostBytes) return packed;
  }
  const [newest] = open;
  return pack(newest ? { ...rest, open: [{ ...newest, fields: [], passed: undefined }] } : rest);
}

const pack = (memory: ChangeMemory) => deflateRawSync(JSON.stringify(memory));

/** Undefined for a detail from before there were changes. */
export const unpackMemory = (packed: Uint8Array | undefined): ChangeMemory | undefined =>
  packed && (JSON.parse(inflateRawSync(packed).toString()) as ChangeMemory);
