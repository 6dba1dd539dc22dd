import { unknownCode } from "../../kit/code16.ts";
import { type ByteReader, ByteWriter } from "../bytes-of-payload.ts";
import { packPayload, unpackPayload } from "../payload.ts";
import { onlyTag } from "../tags.ts";
import { type PastColumn, pastColumnNames } from "../timeline/columns.ts";
import { columnOf, emptyTimeline, type Timeline } from "../timeline/timeline.ts";

const version = 1;
/** A day of 5,000 databases in hours has less. */
const mostBytes = 8 * 1_048_576;

/**
 * A short timeline as bytes. The same timeline gives the same bytes. Columns without any known value are left out.
 * docs/data-model.md describes the layout.
 */
export function encodePast(timeline: Timeline): Buffer {
  const writer = new ByteWriter();
  for (const code of timeline.status) writer.byte(code);
  for (const slots of timeline.covered) writer.count(slots);
  const tags = [...timeline.databases.keys()].toSorted();
  writer.count(tags.length);
  if (tags.length > 0) writeDatabases(writer, timeline, tags);
  return packPayload(writer, version);
}

function writeDatabases(writer: ByteWriter, { databases, length }: Timeline, tags: readonly string[]): void {
  const isOnly = tags.length === 1 && tags[0] === onlyTag;
  // A short tag may be beside long ones, so each has its own width when they differ.
  const widths = new Set(tags.map((tag) => tag.length / 2));
  const [width = 0] = isOnly ? [0] : widths.size === 1 ? widths : [mixedWidths];
  writer.byte(width);
  for (const tag of isOnly ? [] : tags) {
    if (width === mixedWidths) writer.byte(tag.length / 2);
    writer.append(Buffer.from(tag, "hex"));
  }
  const known = (name: PastColumn) =>
    tags.some((tag) =>
      databases
        .get(tag)
        ?.get(name)
        ?.some((code) => code !== unknownCode),
    );
  const present = pastColumnNames.filter(known);
  writer.word(
    pastColumnNames.reduce((mask, name, bit) => (present.includes(name) ? mask | (1 << bit) : mask), 0),
  );
  for (const name of present)
    for (const tag of tags)
      writeColumn(writer, databases.get(tag)?.get(name) ?? new Uint16Array(length).fill(unknownCode));
}

const mixedWidths = 255;
const changing = 1;

/** A column that never changes is one value. Others are differences from the last known value; 0 is not known. */
function writeColumn(writer: ByteWriter, codes: Uint16Array): void {
  const [first = unknownCode] = codes;
  if (codes.every((code) => code === first)) {
    if (codes.length > 1) writer.byte(0);
    return writer.word(first);
  }
  writer.byte(changing);
  let before = 0;
  for (const code of codes) {
    writer.count(code === unknownCode ? 0 : 1 + zigzag(code - before));
    if (code !== unknownCode) before = code;
  }
}

const zigzag = (difference: number): number => (difference < 0 ? -2 * difference - 1 : 2 * difference);
const unzigzag = (coded: number): number => (coded % 2 ? -(coded + 1) / 2 : coded / 2);

/** What a payload is about: the key of its row says it. */
export type Span = Pick<Timeline, "step" | "first" | "length">;

/**
 * Reads a payload. Undefined for bytes that are none, and for a version that this release does not know.
 * @param wanted the columns that are read; the others take time
 */
export const decodePast = (
  payload: Uint8Array,
  span: Span,
  wanted: readonly PastColumn[] = pastColumnNames,
): Timeline | undefined =>
  unpackPayload(payload, mostBytes, { [version]: (reader) => readPast(reader, span, wanted) });

function readPast(
  reader: ByteReader,
  { step, first, length }: Span,
  wanted: readonly PastColumn[],
): Timeline {
  const timeline = emptyTimeline(step, first, length);
  timeline.status.set(reader.take(length));
  for (let index = 0; index < length; index += 1) timeline.covered[index] = reader.count();
  const count = reader.count();
  if (count === 0) return timeline;
  const tags = readTags(reader, count);
  const mask = reader.word();
  if (mask >= 1 << pastColumnNames.length) throw new RangeError("a column that does not exist");
  const unwanted = new Uint16Array(length);
  for (const [bit, name] of pastColumnNames.entries()) {
    if (!(mask & (1 << bit))) continue;
    const isWanted = wanted.includes(name);
    for (const tag of tags) readColumn(reader, isWanted ? columnOf(timeline, tag, name) : unwanted);
  }
  return timeline;
}

function readTags(reader: ByteReader, count: number): string[] {
  const width = reader.byte();
  if (width === 0) return [onlyTag];
  return Array.from({ length: count }, () =>
    reader.take(width === mixedWidths ? reader.byte() : width).toString("hex"),
  );
}

function readColumn(reader: ByteReader, column: Uint16Array): void {
  if (column.length === 1 || reader.byte() !== changing) return void column.fill(reader.word());
  let before = 0;
  for (const index of column.keys()) {
    const coded = reader.count();
    if (coded === 0) continue;
    before += unzigzag(coded - 1);
    if (before < 0 || before >= unknownCode) throw new RangeError("a code that does not exist");
    column[index] = before;
  }
}
