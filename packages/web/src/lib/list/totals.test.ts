import fc from "fast-check";
import { expect, test } from "vitest";
import { item } from "../../../../../tests/support/filters.ts";
import { totalsOfList } from "./totals.ts";

const row = (
  databaseCount: number,
  memoryUsed: string | null,
  memoryLimit: string | null,
  unlimited?: number,
) => item({ databaseCount, memoryUsed, memoryLimit, facts: unlimited === undefined ? {} : { unlimited } });

test("LSX05 the totals count deployments and databases, and tell what has no limit apart from the limits", () => {
  expect(
    totalsOfList([row(3, "10", "20"), row(2, "5", "0"), row(4, "1", "7", 1), row(1, null, null)]),
  ).toEqual({
    deployments: 4,
    databases: 10,
    used: "16",
    limit: "27",
    unlimited: 2,
  });
  expect(totalsOfList([])).toEqual({ deployments: 0, databases: 0, used: null, limit: null, unlimited: 0 });
  // A deployment without databases has no limit either, but nothing that could grow.
  expect(totalsOfList([row(0, "0", "0")]).unlimited).toBe(0);
});

test("LSX05 the sums are exact at any size", () => {
  const many = Array.from({ length: 31 }, () => row(1, "999999999999999", "1"));
  expect(totalsOfList(many).used).toBe(String(31n * 999_999_999_999_999n));
  const count = fc.oneof(fc.bigInt({ min: 0n, max: 1n << 50n }), fc.bigInt({ min: 0n, max: 1n << 76n }));
  fc.assert(
    fc.property(fc.array(count), (counts) => {
      const { used } = totalsOfList(counts.map((bytes) => row(1, String(bytes), "1")));
      expect(used).toBe(counts.length === 0 ? null : String(counts.reduce((sum, one) => sum + one, 0n)));
    }),
  );
});
