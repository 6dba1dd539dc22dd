import { databaseSorts as apiSorts } from "@shardwatch/core/contract/deployment/database-sorts";
import { expect, test } from "vitest";
import { databaseColumns, databaseSorts, sortFields } from "./columns.tsx";
import { databaseFacets } from "./facets.ts";

test("DBS01 everything that the API sorts by is a column, and nothing else is sortable", () => {
  expect(Object.keys(sortFields).toSorted()).toEqual(apiSorts.toSorted());
  expect(apiSorts.every((sort) => databaseSorts.isSort(sort))).toBe(true);
  for (const text of ["", "nodeType", "size", "toString"]) expect(databaseSorts.isSort(text)).toBe(false);
});

test("DBS01 DBS03 the first look has name, deployment, status, memory, version, policy, TLS, region and node type", () => {
  const shown = databaseColumns.filter((column) => !("shownAtFirst" in column) || column.shownAtFirst);
  expect(shown.map(({ header }) => header)).toEqual([
    "Name",
    "Deployment",
    "Status",
    "Memory",
    "Version",
    "Eviction policy",
    "TLS",
    "Region",
    "Node type",
  ]);
});

test("DBS01 no field of the filter has two places in the bar", () => {
  const fields = [...databaseFacets.shown, ...databaseFacets.more].flatMap((facet) => facet.fields);
  expect(new Set(fields).size).toBe(fields.length);
});
