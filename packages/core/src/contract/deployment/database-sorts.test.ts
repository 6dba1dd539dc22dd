import { expect, test } from "vitest";
import { databaseFacts } from "../catalogue/databases.ts";
import type { Fact } from "../catalogue/fact.ts";
import { type DatabaseSort, databaseSorts, databaseSortsByWord } from "./database-sorts.ts";

test("OUT17 databases are sorted by each column's name, and by the field of the filter that asks for it", () => {
  const facts = Object.values<Fact>(databaseFacts);
  const words = databaseSorts.flatMap((sort) => {
    const fields = facts.flatMap(({ column, filter }) => (column === sort ? (filter ?? []) : []));
    return [sort, ...fields].map((word): [string, DatabaseSort] => [word, sort]);
  });
  expect(databaseSortsByWord).toEqual(new Map(words));
});
