import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import type { TroubleOf } from "@shardwatch/core/contract/filter/facts";
import { everything } from "@shardwatch/core/contract/filter/filter";
import { type Trouble, withIncident } from "@shardwatch/core/contract/incident/trouble";
import { incidentSeverities } from "@shardwatch/core/contract/incident/words";
import { formatFilter } from "@shardwatch/core/contract/filter/format";
import { keep } from "@shardwatch/core/deployment/read/keep";
import { readFilter as readAsked } from "@shardwatch/functions/api/deployment-filter";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyItem, anyQuery, now, sensibleQuery } from "../../../../../tests/support/filters.ts";
import { pageOf } from "../../lib/list/index.ts";
import { sortFields } from "./list/columns.tsx";
import { indexRows, matching, type ViewIndex, withIncidents } from "./view-index.ts";
import { readView, type View } from "./view.ts";

/* The same fleet and the same text, by the two ways that lead to rows: the API's and the list's. */

const names = ["cart", "Orders, EU", "sessions", "a-b", "10 %"];
const anyIncident = fc.record({
  severity: fc.constantFrom(...incidentSeverities),
  acknowledged: fc.constantFrom(null, {}),
  isSilenced: fc.boolean(),
  since: fc.constantFrom(1, 2, 3),
  title: fc.constant("cart: memory at 92.0% of its limit"),
});
const anyTrouble = fc
  .array(anyIncident, { maxLength: 3 })
  .map((all) => all.reduce<Trouble | undefined>(withIncident, undefined) ?? null);

/** Deployments with what open incidents say about each. */
const anyFleet = fc
  .array(fc.tuple(anyItem, fc.constantFrom(...names), anyTrouble), { minLength: 3, maxLength: 10 })
  .map((fleet) => ({
    rows: fleet.map(([item, name], index): DeploymentListItem => ({ ...item, name, id: `dep_${index}` })),
    troubles: new Map(fleet.map(([, , trouble], index) => [`dep_${index}`, trouble])),
  }));

const anyAddress = fc.record({
  filter: fc.oneof({ weight: 9, arbitrary: sensibleQuery }, { weight: 1, arbitrary: anyQuery }),
  sort: fc.constantFrom(...Object.keys(sortFields)),
  order: fc.constantFrom("asc", "desc"),
});

/** All pages of the API for a text, of so many deployments before the filter. */
function asked(text: string, rows: readonly DeploymentListItem[], limit: number, troubleOf: TroubleOf) {
  const { filter } = readAsked(`https://api.example/deployments?${text}`);
  const found: DeploymentListItem[] = [];
  for (let start = 0; start < rows.length; start += limit) {
    const page = rows.slice(start, start + limit).map((row) => JSON.stringify(row));
    found.push(...keep(page, filter, now, troubleOf).map((item) => JSON.parse(item) as DeploymentListItem));
  }
  return found;
}

/** All pages of the list. */
function shown(index: ViewIndex, view: View): DeploymentListItem[] {
  const matches = matching(index, view);
  const { total } = pageOf(matches, view);
  const pages = Array.from({ length: Math.ceil(total / view.pageSize) }, (_, page) => page + 1);
  return pages.flatMap((page) => pageOf(matches, { ...view, page }).rows);
}

test("FIL06 FIL03 the pages of the API have the rows of the list's pages, and both have the list's order, for 2,000 fleets and filters", () => {
  const sizes = new Set<number>();
  const texts = new Set<string>();
  fc.assert(
    fc.property(anyFleet, anyAddress, fc.integer({ min: 1, max: 5 }), ({ rows, troubles }, address, size) => {
      const troubleOf: TroubleOf = ({ id }) => troubles.get(id);
      const { filter, sort, order } = address;
      const query = new URLSearchParams([...filter, ["sort", sort], ["order", order]]);
      const view = { ...readView(query, false), pageSize: size };
      const text = formatFilter(view.filter);
      const list = shown(withIncidents(indexRows(rows, now), troubleOf), view);
      const api = asked(text, rows, size, troubleOf);
      expect(list).toEqual(
        matching(withIncidents(indexRows(api, now), troubleOf), { ...view, filter: everything }),
      );
      sizes.add(api.length);
      texts.add(text);
    }),
    { numRuns: 2_000 },
  );
  // Otherwise the filters match everything or nothing, and the comparison shows little.
  expect(sizes.size).toBeGreaterThan(10);
  expect(texts.size).toBeGreaterThan(1_000);
});
