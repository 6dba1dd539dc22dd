import type { OrganizationId } from "../../access/scope.ts";
import type { SlotColumn } from "../../contract/report/slot-columns.ts";
import { hour } from "../../kit/time.ts";
import { bytes, number } from "../../table/field.ts";
import type { Key } from "../../table/keys.ts";
import { type Row, RowKind, type StoredRow } from "../../table/row.ts";
import { expiresAt } from "../../table/schema.ts";
import { ByteWriter } from "../bytes-of-payload.ts";
import { changed, type CodedDeployment } from "../coded-deployment.ts";
import type { ShortId } from "../deployment-bytes.ts";
import { packPayload, unpackPayload } from "../payload.ts";
import { readTrail, writeTrail } from "../trail-layout.ts";
import { isGathering, isPart, gatheringKey, newestKey } from "./newest.keys.ts";

/** The newest five-minute figures of up to so many databases. */
export const newestKind = new RowKind("newest figures", 1, {
  /** As `encode` writes them. */
  payload: bytes("p"),
});

export const gatheringKind = new RowKind("gathering", 1, {
  /** When figures were last gathered, Unix epoch in milliseconds. */
  at: number(),
});

/** The columns that are kept here. Memory is shown from the pulses; here it says how much the fragmentation of each database counts. */
const columns: ReadonlySet<SlotColumn> = new Set([
  "used",
  "ops",
  "clients",
  "hits",
  "misses",
  "evicted",
  "keys",
  "fragmentation",
  "lagBytes",
  "lagSeconds",
]);

/** What the newest slot of a deployment says. */
export interface NewestCodes {
  slot: number;
  deployment: CodedDeployment;
}

/** The newest slots of an organization, by the short ids of its deployments. */
export type NewestSlots = ReadonlyMap<ShortId, NewestCodes>;

export interface StoredNewest {
  slots: NewestSlots;
  /** When they were gathered; undefined before the first time. */
  at: number | undefined;
  /** The payloads of the stored parts, by their sort keys. */
  parts: ReadonlyMap<string, Uint8Array>;
}

const version = 1;
/** A part of more bytes was not written by us: see `databasesOfPart`. */
const mostBytes = 4_194_304;
/** At most 36 bytes each, so that a part stays below the 400 KB of a row, also with one deployment of 5,000 more. */
const databasesOfPart = 4_000;
/** The oldest figures that anybody is shown are two hours old. */
const keptFor = 3 * hour;

/** The figures without the columns that are not kept here. Undefined when nothing is left. */
export function kept({ slot, deployment }: NewestCodes): NewestCodes | undefined {
  const some = [...deployment.columns].filter(([name]) => columns.has(name));
  return some.length > 0 ? { slot, deployment: changed(deployment, { columns: new Map(some) }) } : undefined;
}

export function readNewest(rows: readonly StoredRow[]): StoredNewest {
  const slots = new Map<ShortId, NewestCodes>();
  let at: number | undefined;
  const parts = new Map<string, Uint8Array>();
  for (const row of rows) {
    if (isGathering(row)) {
      ({ at } = gatheringKind.read(row));
      continue;
    }
    const { payload } = newestKind.read(row);
    if (isPart(row)) parts.set(row.sk, payload);
    for (const one of decode(payload)) {
      const { shortId } = one.deployment;
      if (one.slot >= (slots.get(shortId)?.slot ?? 0)) slots.set(shortId, one);
    }
  }
  return { slots, at, parts };
}

/** The figures as rows, in as few parts as hold them. */
export const newestRows = (organization: OrganizationId, slots: NewestSlots, now: number): (Key & Row)[] =>
  divide([...slots.values()]).map((members, part) => newestRow(organization, part, members, now));

/** The row that says that figures were gathered now. */
export const gatheringRow = (organization: OrganizationId, now: number): Key & Row => ({
  ...gatheringKey(organization),
  ...gatheringKind.write({ at: now }),
  ...expiresAt(now + keptFor),
});

/** @param part as `newestKey` takes it */
export const newestRow = (
  organization: OrganizationId,
  part: number | string,
  members: readonly NewestCodes[],
  now: number,
): Key & Row => ({
  ...newestKey(organization, part),
  ...newestKind.write({ payload: encode(members) }),
  ...expiresAt(now + keptFor),
});

function divide(all: readonly NewestCodes[]): NewestCodes[][] {
  const parts: NewestCodes[][] = [];
  let room = 0;
  for (const one of all.toSorted((left, right) =>
    left.deployment.shortId < right.deployment.shortId ? -1 : 1,
  )) {
    if (room <= 0) {
      parts.push([]);
      room = databasesOfPart;
    }
    parts.at(-1)?.push(one);
    room -= Math.max(1, one.deployment.databases);
  }
  return parts;
}

/** A count of slots, and for each its number and what a trail says. docs/data-model.md describes it. */
function encode(members: readonly NewestCodes[]): Buffer {
  const writer = new ByteWriter();
  const bySlot = Map.groupBy(members, ({ slot }) => slot);
  writer.count(bySlot.size);
  for (const [slot, some] of bySlot) {
    writer.long(BigInt(slot));
    writeTrail(
      writer,
      some.map(({ deployment }) => deployment),
    );
  }
  return packPayload(writer, version);
}

/** Damaged bytes hold no figures. */
const decode = (payload: Uint8Array): NewestCodes[] =>
  unpackPayload(payload, mostBytes, {
    [version]: (reader) =>
      Array.from({ length: reader.count() }, () => {
        const slot = Number(reader.longs(1)[0]);
        return readTrail(reader).map((deployment) => ({ slot, deployment }));
      }).flat(),
  }) ?? [];
