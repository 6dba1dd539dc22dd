import type { Growth, Line, Pace, Trend } from "../../contract/outlook/runway.ts";
import { slotColumns } from "../../contract/report/slot-columns.ts";
import { type ByteReader, ByteWriter } from "../../history/bytes-of-payload.ts";
import type { ShortId } from "../../history/deployment-bytes.ts";
import { packPayload, unpackPayload } from "../../history/payload.ts";
import { onlyTag } from "../../history/tags.ts";
import { fromCode, toCode } from "../../kit/code16.ts";

/** What the newest folded day says about a database. */
export interface DatabaseOutlook {
  /** A growth, or "early" where too little is known; undefined for no growth. */
  trend: Growth | Early | undefined;
  /** Whether keys were evicted on three of the last seven days. */
  evicts: boolean;
  /** Keys evicted a second, the mean of the newest day; undefined when not known. */
  evicted: number | undefined;
  /** Percent of the keys that have an expiry, in halves; undefined when not known, and without keys. */
  share: number | undefined;
  /** Undefined where it is not at its limit. Percentages in halves. */
  full: Fullness | undefined;
}
/** What the past says about a database that is at its limit. */
export interface Fullness {
  /** Days that it has been at its limit without a break; undefined when that is longer than its past. */
  days: number | undefined;
  /** Percent of the keys looked up that were found, in the newest seven days; undefined without lookups. */
  hitRatio: number | undefined;
  /** The same of seven days four weeks earlier. */
  hitRatioBefore: number | undefined;
}

type Early = Extract<Trend, { growth: unknown }>;

/** Databases of a deployment by their tags in hexadecimal digits. Those of which nothing is known are left out. */
export type DatabaseOutlooks = ReadonlyMap<string, DatabaseOutlook>;

const version = 1;
/** A part has at most 4,000 databases and one deployment more, each of at most 40 bytes. */
const mostBytes = 1_048_576;

const paces = ["steady", "faster", "slower"] as const satisfies readonly Pace[];
const states = { none: 0, early: 1, growth: 2 } as const;
/** The first byte of a database: two bits of the state, two of the pace from this bit on, and three flags. */
const paceFrom = 2;
const twoBits = 3;
const flagBits = { vague: 16, evicts: 32, full: 64 } as const;
/** Of percentages in halves, and of days. */
const unknown = 255;
const evictedUnit = slotColumns.evicted.perUnit;

/** The deployments in the order of their ids as bytes. The same ones give the same bytes. docs/data-model.md shows them. */
export function encodeOutlooks(deployments: ReadonlyMap<ShortId, DatabaseOutlooks>): Buffer {
  const writer = new ByteWriter();
  writer.count(deployments.size);
  for (const [shortId, databases] of [...deployments].toSorted(([left], [right]) =>
    left < right ? -1 : 1,
  )) {
    writer.long(shortId);
    writer.count(databases.size);
    for (const [tag, database] of [...databases].toSorted(([left], [right]) => (left < right ? -1 : 1))) {
      writeTag(writer, tag);
      writeDatabase(writer, database);
    }
  }
  return packPayload(writer, version);
}

/** Undefined for bytes that are damaged, and for those of a version that this release does not know. */
export const decodeOutlooks = (payload: Uint8Array): Map<ShortId, DatabaseOutlooks> | undefined =>
  unpackPayload(payload, mostBytes, {
    [version]: (reader) =>
      new Map(
        Array.from({ length: reader.count() }, (): [ShortId, DatabaseOutlooks] => {
          const [shortId = 0n] = reader.longs(1);
          return [shortId, new Map(Array.from({ length: reader.count() }, () => readEntry(reader)))];
        }),
      ),
  });

const readEntry = (reader: ByteReader): [string, DatabaseOutlook] => [readTag(reader), readDatabase(reader)];

/** The only database "0" needs no tag. */
function writeTag(writer: ByteWriter, tag: string): void {
  const tagBytes = Buffer.from(tag === onlyTag ? "" : tag, "hex");
  writer.byte(tagBytes.length);
  writer.append(tagBytes);
}

const readTag = (reader: ByteReader): string => reader.take(reader.byte()).toString("hex") || onlyTag;

function writeDatabase(writer: ByteWriter, database: DatabaseOutlook): void {
  const { trend, evicts, evicted, share, full } = database;
  const growth = trend && !("growth" in trend) ? trend : undefined;
  const state = growth ? states.growth : trend ? states.early : states.none;
  const pace = growth ? paces.indexOf(growth.pace) << paceFrom : 0;
  const flags = (growth?.isVague ? flagBits.vague : 0) | (evicts ? flagBits.evicts : 0);
  writer.byte(state | pace | flags | (full ? flagBits.full : 0));
  // Rounded down: nine percent and a half are not ten.
  writePercent(writer, share, Math.floor);
  writer.word(toCode(evicted === undefined ? null : evicted * evictedUnit));
  if (full) {
    writer.byte(full.days ?? unknown);
    writePercent(writer, full.hitRatio, Math.round);
    writePercent(writer, full.hitRatioBefore, Math.round);
  }
  if (trend) writer.byte(trend.days);
  if (!growth) return;
  // Half of an odd window is half a day.
  writer.byte(2 * growth.within);
  writer.byte(growth.slack);
  writer.word(rateCode(growth.perDay));
  for (const { level, perDay } of [growth.earliest, growth.likely, growth.latest]) {
    writer.word(toCode(Math.max(0, level)));
    writer.word(rateCode(perDay));
  }
}

const writePercent = (writer: ByteWriter, percent: number | undefined, toWhole: (halves: number) => number) =>
  writer.byte(percent === undefined ? unknown : toWhole(2 * percent));

/** A growth of less than a byte a day would be none. */
const rateCode = (perDay: number): number => toCode(Math.max(1, perDay));

function readDatabase(reader: ByteReader): DatabaseOutlook {
  const flags = reader.byte();
  const share = readPercent(reader);
  const evicted = fromCode(reader.word());
  const known = {
    evicts: (flags & flagBits.evicts) > 0,
    evicted: evicted === null ? undefined : evicted / evictedUnit,
    share,
    full: flags & flagBits.full ? readFull(reader) : undefined,
  };
  const state = flags & twoBits;
  if (state === states.none) return { trend: undefined, ...known };
  const days = reader.byte();
  if (state === states.early) return { trend: { days, growth: "early" }, ...known };
  if (state !== states.growth) throw new RangeError("a state that does not exist");
  const trend = {
    days,
    within: reader.byte() / 2,
    slack: reader.byte(),
    perDay: readFigure(reader),
    earliest: readLine(reader),
    likely: readLine(reader),
    latest: readLine(reader),
    pace: paces[(flags >> paceFrom) & twoBits] ?? "steady",
    isVague: (flags & flagBits.vague) > 0,
  };
  return { trend, ...known };
}

function readFull(reader: ByteReader): Fullness {
  const days = reader.byte();
  return {
    days: days === unknown ? undefined : days,
    hitRatio: readPercent(reader),
    hitRatioBefore: readPercent(reader),
  };
}

function readPercent(reader: ByteReader): number | undefined {
  const halves = reader.byte();
  return halves === unknown ? undefined : halves / 2;
}

const readLine = (reader: ByteReader): Line => ({ level: readFigure(reader), perDay: readFigure(reader) });

function readFigure(reader: ByteReader): number {
  const figure = fromCode(reader.word());
  if (figure === null) throw new RangeError("a growth without a figure");
  return figure;
}
