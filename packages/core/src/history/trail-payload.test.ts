import { endsInSmallHeap } from "../../../../tests/support/small-heap.ts";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ColumnValues, type SlotColumn, slotColumnNames } from "../contract/report/slot-columns.ts";
import { derivedId } from "../kit/ids.ts";
import { sha256 } from "../kit/hash.ts";
import { shortIdOf } from "./deployment-bytes.ts";
import { positionsOf } from "./tags.ts";
import { decodeTrail } from "../../../../tests/support/trails.ts";
import { decodeCodes, encodeTrail, figureIn, type SlotDeployment, toCodes } from "./trail-payload.ts";

/** The figure that a trail returns for this one. */
function roundedFigure(name: SlotColumn, value: number | null): number | null {
  const databases = { ids: ["0"], [name]: [value] };
  const [code = -1] = toCodes({ id: idOf("a"), status: "active", databases }).columns.get(name) ?? [];
  return figureIn(name, code);
}

const idOf = (name: string) => derivedId("deployment", sha256(name));
/** What a payload holds after its head. */
const plainOf = (payload: Buffer): Buffer =>
  payload[1] === 1 ? inflateRawSync(payload.subarray(2)) : Buffer.from(payload.subarray(2));

const figure = fc.option(fc.oneof(fc.double({ min: 0, max: 2 ** 60, noNaN: true }), fc.nat(3_000)));

const deployments: fc.Arbitrary<SlotDeployment[]> = fc.uniqueArray(
  fc
    .record({
      id: fc.nat().map((number) => idOf(String(number))),
      status: fc.constantFrom(
        "active",
        "loading",
        "degraded",
        "unsupported",
        "denied",
        "unreachable",
        "down",
      ),
      ids: fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { maxLength: 12 }),
      present: fc.subarray(slotColumnNames),
    })
    .chain(({ id, status, ids, present }) =>
      fc
        .tuple(...present.map(() => fc.array(figure, { minLength: ids.length, maxLength: ids.length })))
        .map((columns) => {
          const named = Object.fromEntries(present.map((name, index) => [name, columns[index] ?? []]));
          return { id, status, ...(ids.length > 0 && { databases: { ids, ...named } }) };
        }),
    ),
  { selector: ({ id }) => id, maxLength: 8 },
);

/** What decoding must return for a deployment, in the order of its own ids. */
function expected({ id, status, databases }: SlotDeployment) {
  const columns = slotColumnNames.flatMap((name) => {
    const column = databases?.[name];
    return column ? [[name, column.map((value) => roundedFigure(name, value))] as const] : [];
  });
  return { shortId: shortIdOf(id), status, columns };
}

const inOrder = (ids: readonly string[], tags: readonly Buffer[], column: ColumnValues) =>
  positionsOf(ids, tags).map((at) => (at === undefined ? undefined : column[at]));

describe("the payload of a trail", () => {
  test("HIS01 decoding returns every deployment, status and figure that was encoded, within 0.05 %", () => {
    fc.assert(
      fc.property(deployments, (slot) => {
        const decoded = new Map(decodeTrail(encodeTrail(slot))?.map((one) => [one.shortId, one]));
        const back = slot.map(({ id, databases }) => {
          const one = decoded.get(shortIdOf(id));
          const columns = [...(one?.columns ?? [])].map(([name, column]) => [
            name,
            inOrder(databases?.ids ?? [], one?.tags ?? [], column),
          ]);
          return { shortId: one?.shortId, status: one?.status, columns };
        });
        expect(back).toEqual(slot.map(expected));
      }),
      { numRuns: 300 },
    );
  });

  test("HIS06 the same figures in another order are the same bytes", () => {
    fc.assert(
      fc.property(deployments, (slot) => {
        const turned = slot.toReversed().map(({ databases, ...rest }) => {
          if (!databases) return rest;
          const entries = Object.entries(databases).map(([name, column]) => [name, column?.toReversed()]);
          return { ...rest, databases: Object.fromEntries(entries) as SlotDeployment["databases"] };
        });
        expect(encodeTrail(turned)).toEqual(encodeTrail(slot));
      }),
      { numRuns: 300 },
    );
  });

  test("HIS01 a figure that was decoded is encoded to the same code", () => {
    for (const name of slotColumnNames)
      for (const value of [0, 0.01, 0.07, 1.15, 20.47, 2_047, 12_345.67, 9_999_999_999]) {
        const once = roundedFigure(name, value);
        expect(roundedFigure(name, once)).toBe(once);
      }
  });

  test("HIS01 a status without a code is undefined", () => {
    const [one] = decodeTrail(encodeTrail([{ id: idOf("a"), status: "resharding" }])) ?? [];
    expect(one).toEqual({
      shortId: shortIdOf(idOf("a")),
      status: undefined,
      statusCode: 255,
      tags: [],
      databases: 0,
      columns: new Map(),
    });
  });

  const ours = plainOf(
    encodeTrail([
      { id: idOf("a"), status: "active", databases: { ids: ["0"], used: [1_000], ops: [12.5] } },
      { id: idOf("b"), status: "active", databases: { ids: ["1", "2"], used: [5, null], keys: [1, 2] } },
    ]),
  );

  /** Bytes of any kind, and payloads of ours of which some bytes were replaced. */
  const hostile = () => {
    const rest = fc.uint8Array({ maxLength: 200 });
    const replaced = fc.array(fc.tuple(fc.nat(60), fc.nat(255)), { minLength: 1, maxLength: 4 });
    return fc.oneof(
      rest.map((bytes) => Uint8Array.from([2, 0, ...bytes])),
      rest.map((bytes) => Uint8Array.from([2, 1, ...bytes])),
      rest.map((bytes) => Uint8Array.from([2, 1, ...deflateRawSync(bytes)])),
      replaced.map((faults) => {
        const plain = Buffer.from(ours);
        for (const [at, byte] of faults) plain[at % plain.length] = byte;
        return Uint8Array.from([2, 0, ...plain]);
      }),
    );
  };

  test("HIS03 reading one deployment returns what it has among all, and nothing of the others", () => {
    fc.assert(
      fc.property(deployments, (slot) => {
        const payload = encodeTrail(slot);
        for (const one of decodeCodes(payload) ?? [])
          expect(decodeCodes(payload, one.shortId)).toEqual([one]);
        expect(decodeCodes(payload, shortIdOf(idOf("another")))).toEqual([]);
      }),
    );
  });

  test("HIS08 ten thousand hostile payloads are no error", () => {
    const counts = [0, 0];
    fc.assert(
      fc.property(hostile(), (bytes) => {
        const decoded = decodeTrail(bytes);
        counts[decoded ? 1 : 0] = (counts[decoded ? 1 : 0] ?? 0) + 1;
        expect(new Set(decoded?.map(({ shortId }) => shortId)).size).toBe(decoded?.length ?? 0);
        for (const { columns, databases } of decoded ?? [])
          for (const column of columns.values()) {
            expect(column.length === databases && column.every((value) => value === null || value >= 0)).toBe(
              true,
            );
          }
      }),
      { numRuns: 10_000 },
    );
    expect(Math.min(...counts)).toBeGreaterThan(100);
  });

  test("HIS08 counts that no bytes follow allocate nothing", async () => {
    const [most, many] = [[255, 255, 127], 100_000];
    const ids = Buffer.alloc(8 * many);
    for (let index = 0; index < many; index += 1) ids.writeUInt32BE(index, 8 * index);
    const claimed = (...rest: number[]) => Buffer.concat([Buffer.of(160, 141, 6), ids, Buffer.from(rest)]);
    const claims = [
      // Two million deployments. A hundred thousand with two million databases each, with tags and without.
      Buffer.from(most),
      claimed(0, 1, 0, ...most, 0, 3, 0, 1, 0),
      claimed(0, 1, 0, ...most, 0, 0, 0, 1, 0),
      // A hundred thousand with one database each, whose columns are missing.
      claimed(0, 1, 0, 1, 0, 0, 0, 255, 31),
    ];
    const payloads = claims.map((claim) =>
      Buffer.concat([Buffer.of(2, 1), deflateRawSync(claim)]).toString("base64"),
    );
    const decodeAll = `
      const { decodeCodes } = await import(${JSON.stringify(new URL("trail-payload.ts", import.meta.url).href)});
      for (const text of ${JSON.stringify(payloads)})
        if (decodeCodes(Buffer.from(text, "base64")) !== undefined) throw new Error("decoded");`;
    expect(await endsInSmallHeap(decodeAll, 100)).toBe(true);
  });

  test("HIS08 a payload that is cut, longer, of another version or larger than any of ours is not told", () => {
    const ids = Array.from({ length: 40 }, (_, index) => String(index));
    const payload = encodeTrail([
      { id: idOf("a"), status: "active", databases: { ids, used: ids.map((id) => Number(id) * 97_531) } },
    ]);
    expect(decodeTrail(payload)).toHaveLength(1);
    for (let length = 0; length < payload.length; length += 1)
      expect(decodeTrail(payload.subarray(0, length))).toBeUndefined();
    for (const version of [0, 1, 3])
      expect(decodeTrail(Buffer.of(version, ...payload.subarray(1)))).toBeUndefined();
    expect(decodeTrail(Buffer.of(2, 0, ...plainOf(payload), 0))).toBeUndefined();
    expect(decodeTrail(Buffer.of(2, 1, ...deflateRawSync(Buffer.alloc(2 ** 21))))).toBeUndefined();
    expect(decodeTrail(Buffer.of(2, 0, 0, 7))).toBeUndefined();
  });

  test("HIS08 two deployments with one short id have no figures, in any order", () => {
    const [one, twin] = ["0", "1"].map((end) => `${idOf("a").slice(0, -1)}${end}`);
    const slot = [one ?? "", idOf("b"), twin ?? ""].map((id) => ({ id, status: "active" }));
    for (const order of [slot, slot.toReversed()])
      expect(encodeTrail(order)).toEqual(encodeTrail([{ id: idOf("b"), status: "active" }]));
    const twice = Buffer.alloc(16);
    expect(decodeTrail(Buffer.of(2, 0, 2, ...twice, 0, 1, 0, 0))).toBeUndefined();
  });

  test.each([
    [1, 320],
    [3, 660],
  ])("P15 HIS01 ten busy deployments of %i databases take at most %i bytes", (databases, most) => {
    let state = 7;
    const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    const ids = Array.from({ length: databases }, (_, index) => String(index));
    const slot = Array.from({ length: 10 }, (_, index) => {
      const figures = slotColumnNames.map((name, at) => [
        name,
        ids.map(() => 10 ** (2 + (at % 5)) * (1 + random() / 5)),
      ]);
      return {
        id: idOf(String(index)),
        status: "active",
        databases: { ids, ...(Object.fromEntries(figures) as object) },
      };
    });
    expect(encodeTrail(slot).length).toBeLessThanOrEqual(most);
  });
});
