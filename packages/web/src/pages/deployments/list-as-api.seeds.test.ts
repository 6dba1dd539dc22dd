import type { DeploymentList, DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { formatFilter } from "@shardwatch/core/contract/filter/format";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { anyQuery, sensibleQuery } from "../../../../../tests/support/filters.ts";
import { anyFleet, observe } from "../../../../../tests/support/fleets.ts";
import { seedCount } from "../../../../../tests/support/seeds.ts";
import { worldOfFile } from "../../../../../tests/support/world-of-file.ts";
import { call, type Person, signUp } from "../../../../../tests/support/world.ts";
import { readFilter } from "../../filter/address.ts";
import { indexRows, takeView, withIncidents } from "./view-index.ts";
import { readView } from "./view.ts";

const fleets = seedCount({ few: 10, many: 40 });
const filters = 50;
const minute = 60_000;

const world = await worldOfFile();
const people: Person[] = [];

beforeAll(async () => {
  const all = fc.sample(anyFleet, { numRuns: fleets, seed: 6 });
  for (let start = 0; start < fleets; start += 5) {
    const observed = all.slice(start, start + 5).map(async (fleet) => {
      const person = await signUp(world);
      await observe(world, person, fleet);
      return person;
    });
    people.push(...(await Promise.all(observed)));
    // At the end the agents of the first fleets are silent, and those of the last ones live.
    world.clock.advance(minute);
  }
});

async function answer(person: Person, query: string): Promise<DeploymentListItem[]> {
  const response = await call(world, "GET", `/deployments?${query}`, { as: person });
  if (response.status !== 200) throw new Error(await response.text());
  return ((await response.json()) as DeploymentList).deployments;
}
const sorted = (rows: readonly DeploymentListItem[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** The texts of filters as an address has them: senseless parts are dropped, the rest is canonical. */
const canonical = (pairs: [string, string][]) => formatFilter(readFilter(new URLSearchParams(pairs), false));

test("FIL06 the API answers the rows that the list shows for the same text, on generated fleets and filters", async () => {
  const query = fc.oneof({ weight: 9, arbitrary: sensibleQuery }, { weight: 1, arbitrary: anyQuery });
  const texts = fc.sample(query, { numRuns: fleets * filters, seed: 606 }).map(canonical);
  const found = new Set<number>();
  for (const [place, person] of people.entries()) {
    // No pass has looked at these fleets, so nothing is in an incident.
    const index = withIncidents(indexRows(await answer(person, ""), world.clock.now()), () => null);
    const asked = new Set(texts.slice(place * filters, (place + 1) * filters));
    await Promise.all(
      [...asked].map(async (text) => {
        const view = { ...readView(new URLSearchParams(text), false), pageSize: 100 };
        const { rows } = takeView(index, view);
        expect(sorted(await answer(person, text)), text).toEqual(sorted(rows));
        found.add(rows.length);
      }),
    );
  }
  expect(new Set(texts).size).toBeGreaterThan((fleets * filters) / 2);
  // Otherwise the filters match everything or nothing, and the comparison shows little.
  expect(found.size).toBeGreaterThan(5);
});
