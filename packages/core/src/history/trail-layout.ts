import { type SlotColumn, slotColumnNames } from "../contract/report/slot-columns.ts";
import { unknownCode } from "../kit/code16.ts";
import type { ByteReader, ByteWriter } from "./bytes-of-payload.ts";
import type { CodedDeployment } from "./coded-deployment.ts";
import type { ShortId } from "./deployment-bytes.ts";
import { isTagWidth } from "./tags.ts";

/*
 * Version 2 of a trail's payload. What is alike is side by side, so that it deflates well: each field of all
 * deployments, then each column of all databases. docs/data-model.md describes it.
 */

/** @param deployments each with another short id, in any order */
export function writeTrail(writer: ByteWriter, deployments: readonly CodedDeployment[]): void {
  const sorted = deployments.toSorted((left, right) => (left.shortId < right.shortId ? -1 : 1));
  const filled = sorted.filter(({ databases }) => databases > 0).map(inOrderOfTags);
  const byte = (value: number) => writer.byte(value);
  const count = (value: number) => writer.count(value);
  const word = (value: number) => writer.word(value);
  writer.count(sorted.length);
  for (const { shortId } of sorted) writer.long(shortId);
  writeField(writer, sorted, ({ statusCode }) => statusCode, byte);
  writeField(writer, sorted, ({ databases }) => databases, count);
  writeField(writer, filled, ({ tags }) => tags[0]?.length ?? 0, byte);
  writeField(writer, filled, maskOf, word);
  for (const { tags } of filled) for (const tag of tags) writer.append(tag);
  for (const name of slotColumnNames) writer.planes(filled.flatMap(({ columns }) => columns.get(name) ?? []));
}

/** The databases of a deployment in the order of their tags, so that any order gives the same bytes. */
function inOrderOfTags(deployment: CodedDeployment): CodedDeployment {
  const { tags, databases, columns } = deployment;
  const places = Array.from({ length: databases }, (_, place) => place);
  const order = places.toSorted((left, right) => tags[left]?.compare(tags[right] ?? empty) ?? 0);
  const sorted = slotColumnNames.flatMap((name) => {
    const codes = columns.get(name);
    return codes ? [[name, order.map((place) => codes[place] ?? unknownCode)] as const] : [];
  });
  return { ...deployment, tags: order.flatMap((place) => tags[place] ?? []), columns: new Map(sorted) };
}

const empty = Buffer.alloc(0);

const maskOf = ({ columns }: CodedDeployment): number =>
  slotColumnNames.reduce((mask, name, bit) => (columns.has(name) ? mask | (1 << bit) : mask), 0);

/** What begins a field of two deployments or more. */
const oneForAll = 0;
const oneForEach = 1;

function writeField(
  writer: ByteWriter,
  deployments: readonly CodedDeployment[],
  valueOf: (deployment: CodedDeployment) => number,
  write: (value: number) => void,
): void {
  const values = deployments.map(valueOf);
  const isOne = new Set(values).size === 1;
  if (values.length > 1) writer.byte(isOne ? oneForAll : oneForEach);
  for (const value of isOne ? values.slice(0, 1) : values) write(value);
}

/** A deployment whose figures are still being read. */
interface Reading extends CodedDeployment {
  columns: Map<SlotColumn, readonly number[]>;
}

/**
 * Throws a RangeError for bytes that `writeTrail` never writes.
 * @param only the one deployment to return; without it, all of them
 */
export function readTrail(reader: ByteReader, only?: ShortId): CodedDeployment[] {
  const shortIds = reader.longs(reader.count());
  const statusCodes = readField(reader, shortIds.length, () => reader.byte());
  const counts = readField(reader, shortIds.length, () => reader.count());
  const deployments = shortIds.map((shortId, index): Reading => {
    if (index > 0 && shortId <= (shortIds[index - 1] ?? 0n))
      throw new RangeError("an id is not in its place");
    const [statusCode = 0, databases = 0] = [statusCodes[index], counts[index]];
    return { shortId, statusCode, tags: [], databases, columns: new Map() };
  });
  const filled = deployments.filter(({ databases }) => databases > 0);
  const widths = readField(reader, filled.length, () => reader.byte());
  const masks = readField(reader, filled.length, () => reader.word());
  if (masks.some((mask) => mask >= 1 << slotColumnNames.length))
    throw new RangeError("a column that does not exist");
  const isWanted = ({ shortId }: CodedDeployment) => only === undefined || shortId === only;
  for (const [index, one] of filled.entries()) {
    const tags = takeTags(reader, widths[index] ?? 0, one.databases);
    if (isWanted(one)) one.tags = tags();
  }
  for (const [bit, name] of slotColumnNames.entries()) {
    const flag = 1 << bit;
    const having = masks.every((mask) => mask & flag)
      ? filled
      : filled.filter((_, index) => (masks[index] ?? 0) & flag);
    readColumn(reader, having, name, only);
  }
  return only === undefined ? deployments : deployments.filter(isWanted);
}

function readColumn(
  reader: ByteReader,
  having: readonly Reading[],
  name: SlotColumn,
  only: ShortId | undefined,
): void {
  if (having.length === 0) return;
  const lengths = having.map(({ databases }) => databases);
  const place = only === undefined ? undefined : having.findIndex(({ shortId }) => shortId === only);
  const lists = reader.planes(lengths, place);
  for (const [index, { columns }] of having.entries())
    if (place === undefined || place === index) columns.set(name, lists[index] ?? []);
}

function readField(reader: ByteReader, count: number, read: () => number): number[] {
  const kind = count > 1 ? reader.byte() : oneForEach;
  if (kind > oneForEach) throw new RangeError("a field of an unknown kind");
  return kind === oneForAll ? Array<number>(count).fill(read()) : Array.from({ length: count }, read);
}

/** Takes the bytes of a deployment's tags. What it returns makes the tags of them. */
function takeTags(reader: ByteReader, width: number, databases: number): () => Buffer[] {
  if (!isTagWidth(width, databases)) throw new RangeError("tags of this width are never written");
  if (width === 0) return () => [];
  const bytes = reader.take(width * databases);
  return () =>
    Array.from({ length: databases }, (_, index) => bytes.subarray(index * width, (index + 1) * width));
}
