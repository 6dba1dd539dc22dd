import { parseFilter } from "@shardwatch/core/contract/filter/parse";
import type { SavedView } from "@shardwatch/core/contract/deployment/view";
import { describe, expect, test } from "vitest";
import { type ListView, readListView } from "../list-view.ts";
import {
  configOf,
  contentOf,
  isEdited,
  readSaved,
  searchOf,
  shownColumns,
  viewsOfEverybody,
} from "./view-content.ts";

const known = ["name", "type", "status", "memory", "databaseCount", "lastUpdated", "licenseExpiration"];
const sorts = { isSort: (text: string): text is string => known.includes(text), usual: "name" };
const everybodys = viewsOfEverybody({ name: "deployments", sorts });

const saved = (change: Partial<SavedView>): SavedView => ({
  id: "viw_1",
  name: "Saved",
  list: "deployments",
  filter: "",
  sort: null,
  columns: null,
  revision: 0,
  shared: false,
  createdBy: "acc_1",
  createdAt: "2026-11-22T00:00:00.000Z",
  ...change,
});
const listAt = (query: string): [ListView<string>, URLSearchParams] => {
  const parameters = new URLSearchParams(query);
  return [readListView(parameters, sorts, true), parameters];
};
const opened = (change: Partial<SavedView>, query: string) =>
  decodeURIComponent(searchOf(readSaved(saved(change), sorts), ...listAt(query), sorts));
const order = { by: "type", order: "desc" } as const;

describe("FIL10 the address of a view", () => {
  test("has its filter, order and id, starts at the first page and keeps the size of pages", () => {
    const change = { filter: "status=stale&util=90..", sort: order };
    expect(opened(change, "?search=old&sort=name&order=desc&page=3&pageSize=50&view=viw_2")).toBe(
      "?status=stale&util=90..&sort=type&order=desc&pageSize=50&view=viw_1",
    );
  });

  test("keeps the chosen organization, unless the view has one", () => {
    expect(opened({ filter: "status=stale" }, "?org=org_1")).toBe("?org=org_1&status=stale&view=viw_1");
    expect(opened({ filter: "org=org_2" }, "?org=org_1")).toBe("?org=org_2&view=viw_1");
    const [everything] = everybodys;
    expect(everything && searchOf(everything, ...listAt("?org=org_1&status=stale&view=viw_1"), sorts)).toBe(
      "?org=org_1",
    );
  });

  test("that everybody has begins with the worst row", () => {
    const orders = Object.fromEntries(
      everybodys.map((each) => {
        const query = new URLSearchParams(searchOf(each, ...listAt("?sort=type&order=desc"), sorts));
        return [each.name, [query.get("sort"), query.get("order")]];
      }),
    );
    expect(orders).toEqual({
      All: [null, null],
      "Needs attention": ["status", null],
      "Nearly full": ["memory", "desc"],
      Silent: ["lastUpdated", null],
      Licenses: ["licenseExpiration", null],
    });
  });

  test("of what is saved opens the same list, and is not edited", () => {
    for (const query of ["", "?search=a%20b&type=CLOUD,CLUSTER&sort=type&order=desc", "?order=desc"]) {
      const [view, parameters] = listAt(query);
      const named = readSaved(saved(contentOf(view, sorts)), sorts);
      const [again] = listAt(searchOf(named, view, parameters, sorts));
      expect(again).toEqual(view);
      expect(isEdited(named, again)).toBe(false);
      expect(isEdited(named, { ...again, sort: "databaseCount" })).toBe(true);
      const { filter } = parseFilter(new URLSearchParams("status=denied"), []);
      expect(isEdited(named, { ...again, filter })).toBe(true);
    }
  });
});

test("FIL10 what this version does not know of a stored view is left out and named", () => {
  const view = readSaved(
    saved({
      filter: "status=stale&latency=5..",
      sort: { by: "latency", order: "asc" },
      columns: ["latency"],
    }),
    sorts,
  );
  expect(view.faults).toEqual(["latency: is not a field", "sort: latency is not a column"]);
  expect(view).toMatchObject({ sort: "name", order: "asc" });
  const [list] = listAt("?status=stale");
  expect(isEdited(view, list)).toBe(false);
});

test("FIL10 the columns of a view decide about every optional column, and unknown ones about none", () => {
  const columns = [{ id: "name" }, { id: "type", shownAtFirst: true }, { id: "source", shownAtFirst: false }];
  expect(configOf(["source", "latency"], columns)).toEqual({ type: false, source: true });
  expect(shownColumns(columns, configOf(["source", "latency"], columns))).toEqual(["source"]);
  // What nobody chose is as at first.
  expect(shownColumns(columns, {})).toEqual(["type"]);
});
