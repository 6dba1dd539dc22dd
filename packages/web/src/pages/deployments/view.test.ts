import { everything } from "@shardwatch/core/contract/filter/filter";
import { formatFilter } from "@shardwatch/core/contract/filter/format";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyQuery } from "../../../../../tests/support/filters.ts";
import { organizationOf } from "../../filter/address.ts";
import { pageSizes } from "../../lib/list/paging.ts";
import { sortFields, type SortField } from "./list/columns.tsx";
import { changeView, isSameView, readView, sortBy, type View, writeView } from "./view.ts";

const read = (query: string, choosesOrganization = true) =>
  readView(new URLSearchParams(query), choosesOrganization);
const write = (view: View, query = "") => writeView(new URLSearchParams(query), view).toString();
const usual = read("");
const filterOf = (query: string) => read(query).filter;

const anyView: fc.Arbitrary<View> = fc.record({
  filter: fc
    .tuple(anyQuery, fc.string({ unit: "grapheme" }), fc.stringMatching(/^org_[0-9a-z]{26}$/))
    .map(([pairs, search, org]) => {
      const { filter } = read(new URLSearchParams([...pairs, ["search", search], ["org", org]]).toString());
      // Only the canonical form of a filter comes back equal.
      return read(formatFilter(filter)).filter;
    }),
  sort: fc.constantFrom(...(Object.keys(sortFields) as SortField[])),
  order: fc.constantFrom("asc", "desc"),
  page: fc.integer({ min: 1, max: 10_000 }),
  pageSize: fc.constantFrom(...pageSizes),
});

test("LST90 NAV26 every view comes back from the address that it was written into", () => {
  fc.assert(
    fc.property(anyView, (view) => {
      expect(read(write(view))).toEqual(view);
    }),
  );
});

test("LST91 any address is read as some view, and that is the same after the address was repaired", () => {
  const anyAddress = fc.array(
    fc.tuple(
      fc.constantFrom("search", "type", "org", "sort", "order", "page", "pageSize", "other", "util", "via"),
      fc.oneof(fc.string(), fc.constantFrom("CLOUD", "name", "all", "desc", "toString", "0", "1e3", "25")),
    ),
  );
  fc.assert(
    fc.property(anyAddress, fc.boolean(), (entries, choosesOrganization) => {
      const query = new URLSearchParams(entries);
      const view = readView(query, choosesOrganization);
      const repaired = writeView(query, view);
      const again = readView(repaired, choosesOrganization);
      expect({ ...again, filter: formatFilter(again.filter) }).toEqual({
        ...view,
        filter: formatFilter(view.filter),
      });
      expect(isSameView(writeView(repaired, view), repaired)).toBe(true);
      expect(repaired.getAll("other")).toEqual(query.getAll("other"));
    }),
  );
});

test("LST83 LST84 LST85 LST86 LST87 LST88 LST89 what is not set or usual is left out of the address", () => {
  expect(write(usual, "search=a&type=CLOUD&org=o&sort=type&order=desc&page=2&pageSize=25")).toBe("");
  const all: View = {
    filter: filterOf("search=a+b&type=CLUSTER&org=org_1"),
    sort: "lastUpdated",
    order: "desc",
    page: 2,
    pageSize: 50,
  };
  expect(write(all)).toBe("search=a+b&type=CLUSTER&org=org_1&sort=lastUpdated&order=desc&page=2&pageSize=50");
});

test("LST30 LST43 the list is sorted by name upwards, ten to a page, unless the address says otherwise", () => {
  expect(usual).toEqual({
    filter: everything,
    sort: "name",
    order: "asc",
    page: 1,
    pageSize: 10,
  });
});

test.each(["sort=source", "sort=toString", "order=down", "type=REDIS", "org=%2F..", "page=0"])(
  "LST91 %s is no value that exists, and counts as not set",
  (query) => expect(read(query)).toEqual(usual),
);

test("LST92 org=all is the same as no organization, and is dropped from the address", () => {
  expect(read("org=all")).toEqual(usual);
  expect(write(read("org=all"), "org=all")).toBe("");
});

test("LST12 ROL05 the organization of an address counts only for those who may choose one", () => {
  expect(organizationOf(read("org=org_1").filter)).toBe("org_1");
  expect(organizationOf(read("org=org_1", false).filter)).toBeUndefined();
  expect(read("org=-org_1,org_2", false).filter).toEqual(everything);
});

test("LST45 LST46 LST47 LST48 whatever changes, the list starts at its first page again", () => {
  const view = { ...usual, page: 7 };
  for (const change of [
    { filter: filterOf("type=CLOUD") },
    { filter: filterOf("search=a") },
    { pageSize: 25 },
    { sort: "type" },
  ] as const)
    expect(changeView(view, change)).toEqual({ ...view, ...change, page: 1 });
  expect(changeView(view, { page: 8 })).toEqual({ ...view, page: 8 });
});

test("LST37 LST38 AMD23 the same header turns the order round, another one begins with its own order", () => {
  const press = (view: View, field: SortField) => sortBy(view, field, sortFields);
  expect(press(usual, "name")).toEqual({ sort: "name", order: "desc" });
  expect(press({ ...usual, order: "desc" }, "name")).toEqual({ sort: "name", order: "asc" });
  const begin = Object.keys(sortFields).map((field) => [
    field,
    press({ ...usual, sort: "status", order: "desc" }, field as SortField).order,
  ]);
  const figures = ["ops", "clients", "hits", "lag", "frag"];
  const quantities = ["memory", "databaseCount", ...figures, "licenseUtilization"];
  expect(begin.filter(([, order]) => order === "desc").map(([field]) => field)).toEqual(quantities);
  // A link without an order means what it meant.
  for (const sort of quantities) expect(read(`sort=${sort}`)).toMatchObject({ sort, order: "asc" });
  expect(write({ ...usual, ...press(usual, "memory") })).toBe("sort=memory&order=desc");
});
