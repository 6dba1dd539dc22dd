import { expect, test } from "vitest";
import { cloud, item } from "../../../../../../tests/support/filters.ts";
import { keyOf } from "../../../lib/words/deployment-key.ts";
import { nameGroups, namesakeMarks } from "./namesakes.ts";

const row = (id: string, name: string, fields: Parameters<typeof item>[0] = {}) =>
  item({ id: `dep_0000000000${id}`, name, ...fields });
const account = ({ via }: { via?: string | undefined }) =>
  via === undefined ? undefined : { a: "Production", b: "Staging" }[via];

test("LSX06 rows that share a name are told apart by their source account, their region, or their id", () => {
  const regions = (...names: string[]) => ({ cloudSubscription: cloud({ regions: names }) });
  const rows = [
    row("one111", "catalogue", { via: "a" }),
    row("two222", "catalogue", { via: "b", ...regions("eu-west-1") }),
    row("thr333", "catalogue", { via: "unknown", ...regions("eu-west-1") }),
    row("fou444", "catalogue", regions("eu-west-2")),
    row("fiv555", "Catalogue"),
    row("six666", "alone", { via: "a" }),
  ];
  const marks = namesakeMarks(nameGroups(rows), account);
  expect(rows.map((one) => marks.get(keyOf(one)))).toEqual([
    "Production",
    "Staging",
    "…thr333",
    "eu-west-2",
    undefined,
    undefined,
  ]);
});

test("LSX06 two rows of one account and one region differ in the id", () => {
  const rows = [row("one111", "x", { via: "a" }), row("two222", "x", { via: "a" })];
  const marks = namesakeMarks(nameGroups(rows), account);
  expect(rows.map((one) => marks.get(keyOf(one)))).toEqual(["…one111", "…two222"]);
});

test("LSX06 thousands of rows with one name are looked at once each", () => {
  const rows = Array.from({ length: 2_000 }, (_, index) =>
    row(String(index), "same", { via: `key ${index}` }),
  );
  let lookups = 0;
  const marks = namesakeMarks(nameGroups(rows), ({ via }) => {
    lookups += 1;
    return via;
  });
  expect([marks.size, new Set(marks.values()).size, lookups]).toEqual([2_000, 2_000, 2_000]);
});
