import fc from "fast-check";
import { expect, test } from "vitest";
import { derivedId } from "../kit/ids.ts";
import { sha256 } from "../kit/hash.ts";
import { addCodes } from "./amend.ts";
import { positionsOf } from "./tags.ts";
import { decodeTrail } from "../../../../tests/support/trails.ts";
import { encodeCodes, type SlotDeployment, toCodes } from "./trail-payload.ts";

const id = derivedId("deployment", sha256("account"));
type Figures = Omit<NonNullable<SlotDeployment["databases"]>, "ids">;

const slotOf = (ids: readonly string[], figures: Figures, status = "active"): SlotDeployment => ({
  id,
  status,
  databases: { ids, ...figures },
});

/** What a reader sees of a slot: each figure by database and column. */
function read(deployment: ReturnType<typeof toCodes>, ids: readonly string[]) {
  const [decoded] = decodeTrail(encodeCodes([deployment])) ?? [];
  const places = positionsOf(ids, decoded?.tags ?? []);
  return Object.fromEntries(
    [...(decoded?.columns ?? [])].map(([name, values]) => [
      name,
      places.map((place) => (place === undefined ? undefined : values[place])),
    ]),
  );
}

test("HIS01 a slot that is written again holds what it held before, too", () => {
  const memory = toCodes(slotOf(["gone", "kept"], { used: [5, 7], limit: [10, null] }, "degraded"));
  const further = toCodes(slotOf(["kept", "new"], { clients: [3, 4], hits: [1.25, null] }));
  const both = addCodes(memory, further);
  expect(read(both, ["gone", "kept", "new"])).toEqual({
    used: [5, 7, null],
    limit: [10, null, null],
    clients: [null, 3, 4],
    hits: [null, 1.25, null],
  });
  expect(both.statusCode).toBe(memory.statusCode);
});

const figure = fc.option(fc.nat(2_000));
const slots = fc.uniqueArray(fc.constantFrom("a", "b", "c", "d"), { minLength: 1 }).chain((ids) => {
  const column = fc.array(figure, { minLength: ids.length, maxLength: ids.length });
  return fc.record({ used: column, clients: column }).map((figures) => toCodes(slotOf(ids, figures)));
});

test("HIS06 the same further figures once or several times give the same bytes, and none gets lost", () => {
  fc.assert(
    fc.property(slots, slots, (before, further) => {
      const once = addCodes(before, further);
      expect(encodeCodes([addCodes(once, further)])).toEqual(encodeCodes([once]));
      const ids = ["a", "b", "c", "d"];
      const [old, fresh, both] = [before, further, once].map((one) => read(one, ids));
      for (const column of ["used", "clients"])
        expect(both?.[column]?.map((value) => value ?? null)).toEqual(
          ids.map((_, at) => fresh?.[column]?.[at] ?? old?.[column]?.[at] ?? null),
        );
    }),
  );
});

test("HIS01 tags of two lengths meet: the databases that are known stay the same ones", () => {
  // Among so many databases, two have the same short tag.
  const many = Array.from({ length: 20_000 }, (_, index) => `cache-${index}`);
  const long = toCodes(slotOf(many, { clients: many.map((_, index) => index % 2_000) }));
  expect(long.tags[0]).toHaveLength(5);
  const short = toCodes(slotOf(["cache-1", "gone"], { used: [9, 8] }));
  expect(short.tags[0]).toHaveLength(3);
  const both = addCodes(short, long);
  const [place = -1] = positionsOf(["cache-1"], both.tags);
  expect([both.columns.get("used")?.[place], both.columns.get("clients")?.[place]]).toEqual([9, 1]);
  expect(both.databases).toBe(many.length);
});
