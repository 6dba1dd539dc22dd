import type { ColumnValues, SlotColumn } from "../contract/report/slot-columns.ts";
import { slotColumnNames, slotColumns } from "../contract/report/slot-columns.ts";
import { fromCode, toCode } from "../kit/code16.ts";
import { type ByteReader, ByteWriter } from "./bytes-of-payload.ts";
import type { CodedDeployment } from "./coded-deployment.ts";
import { type ShortId, shortIdOf } from "./deployment-bytes.ts";
import { packPayload, unpackPayload } from "./payload.ts";
import { codeOfStatus } from "./status-codes.ts";
import { tagsOf } from "./tags.ts";
import { readTrail, writeTrail } from "./trail-layout.ts";

/** A deployment in a slot, with its id and the ids of its databases. */
export interface SlotDeployment {
  id: string;
  status: string;
  /** Undefined when they were not read. */
  databases?:
    | ({ ids: readonly string[] } & Partial<Record<SlotColumn, ColumnValues | undefined>>)
    | undefined;
}

const version = 2;
/** A payload of more bytes was not written by us: a report has at most 12,000 databases of 31 bytes. */
const mostBytes = 1_048_576;

/**
 * The figures of one slot as bytes. The same deployments give the same bytes, in whichever order they and their
 * databases come. docs/data-model.md describes the layout.
 */
export const encodeTrail = (deployments: readonly SlotDeployment[]): Buffer =>
  encodeCodes(deployments.map(toCodes));

/** The same for figures that are codes already. */
export function encodeCodes(deployments: readonly CodedDeployment[]): Buffer {
  const writer = new ByteWriter();
  writeTrail(writer, distinct(deployments));
  return packPayload(writer, version);
}

/**
 * Those whose short id no other one has. Of two with the same one, a reader could not know whose figures it has, so it
 * has neither.
 */
function distinct(deployments: readonly CodedDeployment[]): readonly CodedDeployment[] {
  const byId = Map.groupBy(deployments, ({ shortId }) => shortId);
  return byId.size === deployments.length
    ? deployments
    : [...byId.values()].flatMap((same) => (same.length === 1 ? same : []));
}

/** A deployment as a trail holds it, and returns it. */
export function toCodes({ id, status, databases }: SlotDeployment): CodedDeployment {
  const shortId = shortIdOf(id);
  const statusCode = codeOfStatus(status);
  const ids = databases?.ids ?? [];
  if (!databases || ids.length === 0)
    return { shortId, statusCode, tags: [], databases: 0, columns: new Map() };
  const { width, tags } = tagsOf(ids);
  const columns = slotColumnNames.flatMap((name) => {
    const column = databases[name];
    return column ? [[name, ids.map((_, index) => codeIn(name, column[index] ?? null))] as const] : [];
  });
  return {
    shortId,
    statusCode,
    tags: width === 0 ? [] : tags,
    databases: ids.length,
    columns: new Map(columns),
  };
}

const codeIn = (name: SlotColumn, value: number | null) =>
  toCode(value === null ? null : value * slotColumns[name].perUnit);

/** The figure of a code. Coding it again changes nothing. */
export function figureIn(name: SlotColumn, code: number): number | null {
  const figure = fromCode(code);
  return figure === null ? null : figure / slotColumns[name].perUnit;
}

/**
 * Reads a payload. Undefined for bytes that are none, and for a version that this release does not know.
 * @param only the one deployment to return; without it, all of them
 */
export const decodeCodes = (payload: Uint8Array, only?: ShortId): readonly CodedDeployment[] | undefined =>
  unpackPayload(payload, mostBytes, {
    [version]: (reader: ByteReader) => readTrail(reader, only),
  });
