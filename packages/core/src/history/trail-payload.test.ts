import { deflateRawSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ColumnValues, slotColumnNames } from "../contract/slot-columns.ts";
import { derivedId } from "../kit/ids.ts";
import { sha256 } from "../kit/hash.ts";
import { positionsOf } from "./tags.ts";
import { decodeTrail, encodeTrail, roundedFigure, type SlotDeployment } from "./trail-payload.ts";

const idOf = (name: string) => derivedId("deployment", sha256(name));
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
  return { id, status, columns };
}

const inOrder = (ids: readonly string[], tags: readonly Buffer[], column: ColumnValues) =>
  positionsOf(ids, tags).map((at) => (at === undefined ? undefined : column[at]));

describe("the payload of a trail", () => {
  test("HIS01 decoding returns every deployment, status and figure that was encoded, within 0.05 %", () => {
    fc.assert(
      fc.property(deployments, (slot) => {
        const decoded = new Map(decodeTrail(encodeTrail(slot))?.map((one) => [one.id, one]));
        const back = slot.map(({ id, databases }) => {
          const one = decoded.get(id);
          const columns = [...(one?.columns ?? [])].map(([name, column]) => [
            name,
            inOrder(databases?.ids ?? [], one?.tags ?? [], column),
          ]);
          return { id: one?.id, status: one?.status, columns };
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
      id: idOf("a"),
      status: undefined,
      statusCode: 255,
      tags: [],
      databases: 0,
      columns: new Map(),
    });
  });

  test("HIS08 ten thousand payloads of hostile bytes are not told, and none is an error", () => {
    let told = 0;
    const hostile = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ maxLength: 200 }).map((rest) => Uint8Array.from([1, 0, ...rest])),
      fc.uint8Array({ maxLength: 200 }).map((rest) => Uint8Array.from([1, 1, ...rest])),
      fc.uint8Array({ maxLength: 200 }).map((rest) => Uint8Array.from([1, 1, ...deflateRawSync(rest)])),
    );
    fc.assert(
      fc.property(hostile, (bytes) => {
        for (const { columns } of decodeTrail(bytes) ?? []) {
          told += 1;
          for (const column of columns.values())
            for (const value of column) expect(value === null || value >= 0).toBe(true);
        }
      }),
      { numRuns: 10_000 },
    );
    expect(told).toBeLessThan(2_500);
  });

  test("HIS08 a payload that is cut, longer, of another version or larger than any of ours is not told", () => {
    const ids = Array.from({ length: 40 }, (_, index) => String(index));
    const payload = encodeTrail([
      { id: idOf("a"), status: "active", databases: { ids, used: ids.map((id) => Number(id) * 97_531) } },
    ]);
    expect(decodeTrail(payload)).toHaveLength(1);
    for (let length = 0; length < payload.length; length += 1)
      expect(decodeTrail(payload.subarray(0, length))).toBeUndefined();
    expect(decodeTrail(Buffer.of(2, ...payload.subarray(1)))).toBeUndefined();
    expect(decodeTrail(Buffer.of(1, 1, ...deflateRawSync(Buffer.alloc(2 ** 21))))).toBeUndefined();
    expect(decodeTrail(Buffer.of(1, 0, 0, 7))).toBeUndefined();
  });

  test("HIS01 a trail of a former release, with nine columns, is still read", () => {
    const payload = "01000100443214c74254b635cf846530010100ff01891f0000e20403006400ffff000007000900";
    const [one] = decodeTrail(Buffer.from(payload, "hex")) ?? [];
    expect(one?.columns.get("ops")).toEqual([12.5]);
    expect(one?.columns.get("expiring")).toEqual([9]);
    expect([...(one?.columns.keys() ?? [])]).toEqual(slotColumnNames.slice(0, 9));
  });

  test("HIS01 ten deployments of three databases take less than a kilobyte", () => {
    const ids = ["1", "2", "3"];
    const random = ids.map((id) => Number(id) * 123_456_789);
    const databases = { ids, ...Object.fromEntries(slotColumnNames.map((name) => [name, random])) };
    const slot = Array.from({ length: 10 }, (_, index) => ({
      id: idOf(String(index)),
      status: "active",
      databases,
    }));
    expect(encodeTrail(slot).length).toBeLessThan(860);
  });
});
