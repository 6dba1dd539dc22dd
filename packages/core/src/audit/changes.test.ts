import fc from "fast-check";
import { expect, test } from "vitest";
import { type AuditValue, packChanges, readChanges } from "./changes.ts";

const shown = (...fields: Parameters<typeof packChanges>) => readChanges(packChanges(...fields));

test("AUD01 fields that stay the same are no changes", () => {
  expect(packChanges({})).toBeUndefined();
  expect(
    packChanges({ name: ["a", "a"], note: [undefined, ""], roles: [["x", "y"], "x, y"] }),
  ).toBeUndefined();
  expect(shown({ name: ["a", "b"], only: [false, true], note: [null, null] })).toEqual([
    { field: "name", before: "a", after: "b" },
    { field: "only", before: "no", after: "yes" },
  ]);
});

test("AUD01 two long values that differ only at their ends are a change", () => {
  const filter = "a".repeat(130);
  expect(shown({ filter: [`${filter} status:active`, `${filter} status:down`] })).toEqual([
    { field: "filter", before: `${"a".repeat(120)}…`, after: `${"a".repeat(120)}…` },
  ]);
});

test("AUD01 a long change hides no other one: the longest are left out, and their number is shown", () => {
  const name = ["漢".repeat(100), "字".repeat(100)] as const;
  expect(shown({ name, description: [null, "x"], onlyAdminsManageSources: [false, true] })).toEqual([
    { field: "description", before: null, after: "x" },
    { field: "onlyAdminsManageSources", before: "no", after: "yes" },
    { field: "…", before: null, after: "1 more" },
  ]);
  expect(shown({ name }), "also alone").toEqual([{ field: "…", before: null, after: "1 more" }]);
});

test("AUD01 whatever the values are, every change is shown or counted, within 600 bytes", () => {
  const value: fc.Arbitrary<AuditValue> = fc.oneof(
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.array(fc.string({ maxLength: 60 }), { maxLength: 20 }),
    fc.boolean(),
    fc.constant(null),
  );
  const field = fc.constantFrom("name", "description", "filter", "roles", "endsAt", "columns");
  fc.assert(
    fc.property(fc.dictionary(field, fc.tuple(value, value)), (fields) => {
      const packed = packChanges(fields);
      expect(Buffer.byteLength(packed ?? "")).toBeLessThanOrEqual(600);
      const changes = readChanges(packed);
      const named = changes.filter((change) => change.field !== "…");
      const counted = Number.parseInt(changes.find((change) => change.field === "…")?.after ?? "0", 10);
      const changed = Object.entries(fields).filter(
        ([name, both]) => packChanges({ [name]: both }) !== undefined,
      );
      expect(named.length + counted).toBe(changed.length);
    }),
  );
});
