import type { DeploymentList, DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import type { TroubleOf } from "@shardwatch/core/contract/filter/facts";
import { formatFilter } from "@shardwatch/core/contract/filter/format";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { anyQuery, sensibleQuery } from "../../../../../tests/support/filters.ts";
import { anyFleet, observe } from "../../../../../tests/support/fleets.ts";
import { incidentsOf, lookAt } from "../../../../../tests/support/incidents.ts";
import { seedCount } from "../../../../../tests/support/seeds.ts";
import { worldOfFile } from "../../../../../tests/support/world-of-file.ts";
import { call, type Person, signInAgain, signUp } from "../../../../../tests/support/world.ts";
import { readFilter } from "../../filter/address.ts";
import { byDeployment } from "../../incidents/by-deployment.ts";
import { pageOf } from "../../lib/list/index.ts";
import { keyOf } from "../../lib/words/deployment-key.ts";
import { indexRows, matching, withIncidents } from "./view-index.ts";
import { readView } from "./view.ts";

/*
 * The same through the API and its database, with incidents as they are stored and as a browser gets them.
 * `list-as-api.test.ts` has two thousand fleets.
 */

const fleets = seedCount({ few: 4, many: 40 });
const filters = 25;
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
  for (const [place, person] of people.entries()) await findIncidents(person, place % 2 === 0);
});

/** Passes until what is not well is an incident. Somebody may look after the first one. */
async function findIncidents(person: Person, isAcknowledged: boolean): Promise<void> {
  for (let ago = 4; ago >= 0; ago -= 1)
    await lookAt(world, person, { time: world.clock.now() - ago * minute });
  const [first] = await incidentsOf(world, person);
  if (!first || !isAcknowledged) return;
  const as = await signInAgain(world, person);
  await call(world, "POST", `/incidents/${first.id}/acknowledgement`, { as, body: {} });
}

/** What the list learns of the incidents. */
async function troublesFor(person: Person): Promise<TroubleOf> {
  const troubles = byDeployment(await incidentsOf(world, person));
  return ({ id, organization: organizationId }) => troubles.get(keyOf({ id, organizationId })) ?? null;
}

/** All pages of three deployments before the filter. */
async function answer(person: Person, query: string): Promise<DeploymentListItem[]> {
  const found: DeploymentListItem[] = [];
  let cursor: string | undefined = "";
  while (cursor !== undefined) {
    const paged = `${query}&limit=3${cursor && `&cursor=${encodeURIComponent(cursor)}`}`;
    const response = await call(world, "GET", `/deployments?${paged}`, { as: person });
    if (response.status !== 200) throw new Error(await response.text());
    const page = (await response.json()) as DeploymentList;
    found.push(...page.deployments);
    cursor = page.nextCursor;
  }
  return found;
}
const sorted = (rows: readonly DeploymentListItem[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** The texts of filters as an address has them: senseless parts are dropped, the rest is canonical. */
const canonical = (pairs: [string, string][]) => formatFilter(readFilter(new URLSearchParams(pairs), false));

const query = fc.oneof({ weight: 9, arbitrary: sensibleQuery }, { weight: 1, arbitrary: anyQuery });
const texts = fc.sample(query, { numRuns: fleets * filters, seed: 606 }).map(canonical);
const found = new Set<number>();
const incidents = new Set<string>();

test.each(Array.from({ length: fleets }, (_, place) => place))(
  "FIL06 the API answers the rows that the list shows for the same text, on the generated fleet %i and its filters",
  async (place) => {
    const person = people[place];
    if (!person) throw new Error("the fleet has nobody");
    // The list asks for what its filter needs.
    const all = await answer(person, "outlook=1");
    const index = withIncidents(indexRows(all, world.clock.now()), await troublesFor(person));
    const asked = new Set(texts.slice(place * filters, (place + 1) * filters));
    for (const state of ["open", "acknowledged", "silenced"]) asked.add(`incident=${state}`);
    for (const level of ["critical", "warning", "ok"]) asked.add(`severity=${level}`);
    await Promise.all(
      [...asked].map(async (text) => {
        const view = { ...readView(new URLSearchParams(text), false), pageSize: 100 };
        const { rows: shown } = pageOf(matching(index, view), view);
        expect(sorted(await answer(person, `${text}&outlook=1`)), text).toEqual(sorted(shown));
        found.add(shown.length);
        if (text.startsWith("incident=") && shown.length > 0) incidents.add(text);
      }),
    );
  },
);

// Otherwise the filters match everything or nothing, and the comparison shows little.
test("FIL06 the filters match some rows and not others, and incidents in each state", () => {
  expect(new Set(texts).size).toBeGreaterThan((fleets * filters) / 2);
  expect(found.size).toBeGreaterThan(5);
  expect([...incidents]).toEqual(expect.arrayContaining(["incident=acknowledged", "incident=open"]));
});
