import { type SlotColumn, slotColumnNames } from "../contract/report/slot-columns.ts";
import { unknownCode } from "../kit/code16.ts";
import type { ByteReader, ByteWriter } from "./bytes-of-payload.ts";
import { changed, type CodedDeployment } from "./coded-deployment.ts";
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
  const inOrder = order.flatMap((place) => tags[place] ?? []);
  return changed(deployment, { tags: inOrder, columns: new Map(sorted) });
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

/** What follows the first fields of a trail. Each function reads what one deployment has, by its place. */
interface Rest {
  tags: readonly (() => Buffer[])[];
  columns: readonly ((place: number) => number[] | undefined)[];
}

/**
 * A deployment whose tags and columns are read when somebody asks for them. A part of a fleet asks for few of a payload.
 * Copy it by `changed`: a spread leaves out what is read late.
 */
class StoredDeployment implements CodedDeployment {
  readonly shortId: ShortId;
  readonly statusCode: number;
  readonly databases: number;
  readonly #rest: Rest;
  readonly #place: number;
  #columns: CodedDeployment["columns"] | undefined;

  constructor(fields: readonly [ShortId, number, number], rest: Rest, place: number) {
    [this.shortId, this.statusCode, this.databases] = fields;
    this.#rest = rest;
    this.#place = place;
  }

  get tags(): readonly Buffer[] {
    return this.databases > 0 ? (this.#rest.tags[this.#place]?.() ?? []) : [];
  }

  get columns(): CodedDeployment["columns"] {
    return (this.#columns ??= this.#read());
  }

  #read(): CodedDeployment["columns"] {
    const columns = new Map<SlotColumn, readonly number[]>();
    for (const [bit, name] of slotColumnNames.entries()) {
      const codes = this.databases > 0 ? this.#rest.columns[bit]?.(this.#place) : undefined;
      if (codes) columns.set(name, codes);
    }
    return columns;
  }
}

/**
 * Throws a RangeError for bytes that `writeTrail` never writes.
 * @param only the one deployment to return; without it, all of them
 */
export function readTrail(reader: ByteReader, only?: ShortId): CodedDeployment[] {
  const shortIds = reader.longs(reader.count());
  const statusCodes = readField(reader, shortIds.length, () => reader.byte());
  const counts = readField(reader, shortIds.length, () => reader.count());
  if (shortIds.some((shortId, index) => index > 0 && shortId <= (shortIds[index - 1] ?? 0n)))
    throw new RangeError("an id is not in its place");
  const lengths = counts.filter((databases) => databases > 0);
  const widths = readField(reader, lengths.length, () => reader.byte());
  const masks = readField(reader, lengths.length, () => reader.word());
  if (masks.some((mask) => mask >= 1 << slotColumnNames.length))
    throw new RangeError("a column that does not exist");
  const tags = lengths.map((databases, index) => takeTags(reader, widths[index] ?? 0, databases));
  const columns = slotColumnNames.map((_, bit) => readColumn(reader, lengths, masks, 1 << bit));
  let filled = 0;
  const deployments = shortIds.map((shortId, index) => {
    const [statusCode = 0, databases = 0] = [statusCodes[index], counts[index]];
    const one = new StoredDeployment([shortId, statusCode, databases], { tags, columns }, filled);
    if (databases > 0) filled += 1;
    return one;
  });
  return only === undefined ? deployments : deployments.filter(({ shortId }) => shortId === only);
}

/**
 * Takes a column. What it returns reads the codes of the deployment at a place; undefined for one without the column.
 * @param lengths how many databases each deployment has
 */
function readColumn(
  reader: ByteReader,
  lengths: readonly number[],
  masks: readonly number[],
  flag: number,
): (place: number) => number[] | undefined {
  const starts = new Int32Array(lengths.length);
  let total = 0;
  for (const [place, length] of lengths.entries()) {
    starts[place] = total;
    if ((masks[place] ?? 0) & flag) total += length;
  }
  if (total === 0) return () => undefined;
  const codes = reader.planes(total);
  return (place) => ((masks[place] ?? 0) & flag ? codes(starts[place] ?? 0, lengths[place] ?? 0) : undefined);
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
