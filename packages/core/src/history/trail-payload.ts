import type { ColumnValues, SlotColumn } from "../contract/slot-columns.ts";
import { slotColumnNames, slotColumns } from "../contract/slot-columns.ts";
import { fromCode, toCode, unknownCode } from "../kit/code16.ts";
import { deploymentBytes, deploymentOfBytes, idBytes } from "./deployment-bytes.ts";
import { type ByteReader, ByteWriter } from "./bytes-of-payload.ts";
import { packPayload, unpackPayload } from "./payload.ts";
import { codeOfStatus, statusOfCode } from "./status-codes.ts";
import { isTagWidth, tagsOf } from "./tags.ts";

/** A deployment in a slot, with its id and the ids of its databases. */
export interface SlotDeployment {
  id: string;
  status: string;
  /** Undefined when they were not read. */
  databases?:
    ({ ids: readonly string[] } & Partial<Record<SlotColumn, ColumnValues | undefined>>) | undefined;
}

/** A deployment as a trail holds it: its databases have tags instead of ids. */
interface StoredDeployment<Columns> {
  id: string;
  /** As `codeOfStatus` returns it. */
  statusCode: number;
  /** Empty for a deployment whose only database has the id "0". */
  tags: readonly Buffer[];
  databases: number;
  columns: Columns;
}

/** A deployment in a trail with its figures as 16-bit codes. */
export type CodedDeployment = StoredDeployment<ReadonlyMap<SlotColumn, readonly number[]>>;

/** A deployment in a trail with its figures. */
export interface TrailDeployment extends StoredDeployment<ReadonlyMap<SlotColumn, ColumnValues>> {
  /** Undefined for a status that has no code. */
  status: string | undefined;
}

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
  const sorted = deployments.toSorted((left, right) => (left.id < right.id ? -1 : 1));
  writer.count(sorted.length);
  for (const deployment of sorted) writeDeployment(writer, deployment);
  return packPayload(writer);
}

/** A deployment as a trail holds it, and returns it. */
export function toCodes({ id, status, databases }: SlotDeployment): CodedDeployment {
  const statusCode = codeOfStatus(status);
  const ids = databases?.ids ?? [];
  if (!databases || ids.length === 0) return { id, statusCode, tags: [], databases: 0, columns: new Map() };
  const { width, tags } = tagsOf(ids);
  const columns = slotColumnNames.flatMap((name) => {
    const column = databases[name];
    return column ? [[name, ids.map((_, index) => codeIn(name, column[index] ?? null))] as const] : [];
  });
  return {
    id,
    statusCode,
    tags: width === 0 ? [] : tags,
    databases: ids.length,
    columns: new Map(columns),
  };
}

function writeDeployment(writer: ByteWriter, deployment: CodedDeployment): void {
  const { id, statusCode, tags, databases, columns } = deployment;
  writer.append(deploymentBytes(id));
  writer.byte(statusCode);
  writer.count(databases);
  if (databases === 0) return;
  writer.byte(tags[0]?.length ?? 0);
  const places = Array.from({ length: databases }, (_, place) => place);
  const order = places.toSorted((left, right) => tags[left]?.compare(tags[right] ?? empty) ?? 0);
  for (const place of order) writer.append(tags[place] ?? empty);
  writer.word(slotColumnNames.reduce((mask, name, bit) => (columns.has(name) ? mask | (1 << bit) : mask), 0));
  for (const name of slotColumnNames) {
    const column = columns.get(name);
    if (column) for (const place of order) writer.word(column[place] ?? unknownCode);
  }
}

const empty = Buffer.alloc(0);

const codeIn = (name: SlotColumn, value: number | null) =>
  toCode(value === null ? null : value * slotColumns[name].perUnit);

/** The figure that a trail returns for this one. Coding it again changes nothing. */
export function roundedFigure(name: SlotColumn, value: number | null): number | null {
  return figureIn(name, codeIn(name, value));
}

export function figureIn(name: SlotColumn, code: number): number | null {
  const figure = fromCode(code);
  return figure === null ? null : figure / slotColumns[name].perUnit;
}

/** Reads a payload. Undefined for bytes that are none, and for a version that this release does not know. */
export const decodeTrail = (payload: Uint8Array): TrailDeployment[] | undefined =>
  decodeCodes(payload)?.map((deployment) => ({
    ...deployment,
    status: statusOfCode(deployment.statusCode),
    columns: new Map(
      [...deployment.columns].map(([name, codes]) => [name, codes.map((code) => figureIn(name, code))]),
    ),
  }));

/** The same without turning codes into figures, for work on many of them. */
export const decodeCodes = (payload: Uint8Array): CodedDeployment[] | undefined =>
  unpackPayload(payload, mostBytes, readTrail);

function readTrail(reader: ByteReader): CodedDeployment[] {
  const count = reader.count();
  const deployments: CodedDeployment[] = [];
  for (let index = 0; index < count; index += 1) deployments.push(readDeployment(reader));
  return deployments;
}

function readDeployment(reader: ByteReader): CodedDeployment {
  const id = deploymentOfBytes(reader.take(idBytes));
  const statusCode = reader.byte();
  const databases = reader.count();
  if (databases === 0) return { id, statusCode, tags: [], databases, columns: new Map() };
  const width = reader.byte();
  if (!isTagWidth(width, databases)) throw new RangeError("tags of this width are never written");
  const tags = width === 0 ? [] : Array.from({ length: databases }, () => reader.take(width));
  const mask = reader.word();
  if (mask >= 1 << slotColumnNames.length) throw new RangeError("a column that does not exist");
  const columns = new Map<SlotColumn, readonly number[]>();
  for (const [bit, name] of slotColumnNames.entries())
    if (mask & (1 << bit)) columns.set(name, reader.words(databases));
  return { id, statusCode, tags, databases, columns };
}
