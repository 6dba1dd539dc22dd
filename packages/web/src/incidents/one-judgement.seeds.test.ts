import type { DeploymentList, DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { concernOf, levelOf } from "@shardwatch/core/contract/filter/severity";
import { severityOf } from "@shardwatch/core/contract/incident/trouble";
import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { expect, test } from "vitest";
import { anyFleet, observe } from "../../../../tests/support/fleets.ts";
import { incidentsOf, lookAt } from "../../../../tests/support/incidents.ts";
import { seedCount } from "../../../../tests/support/seeds.ts";
import { worldOfFile } from "../../../../tests/support/world-of-file.ts";
import { call, type Person, signInAgain, signUp } from "../../../../tests/support/world.ts";
import { indexRows, withIncidents } from "../pages/deployments/view-index.ts";
import { byDeployment } from "./by-deployment.ts";

/* The same fleet by every way that leads to a severity, in each minute between a condition and the end of its incident. */

const fleets = seedCount({ few: 3, many: 30 });
const minute = 60_000;
const world = await worldOfFile();

/** What the API answers to this person now. */
async function answerOf(person: Person, path: string): Promise<Response> {
  const answer = await call(world, "GET", path, { as: await signInAgain(world, person) });
  if (answer.status !== 200) throw new Error(await answer.text());
  return answer;
}

async function deploymentsOf(person: Person, query = ""): Promise<DeploymentListItem[]> {
  const answer = await answerOf(person, `/deployments?${query}`);
  return ((await answer.json()) as DeploymentList).deployments;
}

const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).toSorted();

/** How the incidents say it, counted by hand. */
async function expectedLevels(person: Person) {
  const incidents = (await incidentsOf(world, person)).filter(
    ({ severity, silencedUntil }) => severity !== "info" && silencedUntil === null,
  );
  const about = (severity: string) =>
    new Set(
      incidents
        .filter((each) => each.severity === severity)
        .flatMap(({ affected: { first, others = [] } }) => [...first.map(({ id }) => id), ...others]),
    );
  return { critical: about("critical"), warning: about("warning") };
}

const seen = { checked: 0, critical: 0, warning: 0, ended: 0 };

/** Compares all places that show a severity, in this minute. */
async function compare(person: Person): Promise<void> {
  const rows = await deploymentsOf(person);
  const { critical, warning } = await expectedLevels(person);
  const expected = (id: string) => (critical.has(id) ? "critical" : warning.has(id) ? "warning" : "ok");
  const troubles = byDeployment(await incidentsOf(world, person));
  const index = withIncidents(indexRows(rows, world.clock.now()), ({ id, organization }) => {
    return troubles.get(`${organization} ${id}`) ?? null;
  });
  const file = await (await answerOf(person, "/deployments.csv")).text();
  const lines = parse<Record<string, string>>(file, { columns: true });
  const inFile = new Map(lines.map((line) => [line["id"], line["severity"]]));
  for (const row of rows) {
    const facts = index.factsOf(row);
    expect(levelOf(facts), row.name).toBe(expected(row.id));
    expect(inFile.get(row.id)).toBe(expected(row.id));
    // What is wrong and no incident yet is in no count.
    if (levelOf(facts) === "ok" && concernOf(facts) !== "active") seen.checked += 1;
  }
  for (const level of ["critical", "warning", "ok"] as const) {
    const asked = await deploymentsOf(person, `severity=${level}`);
    expect(idsOf(asked), level).toEqual(idsOf(rows.filter(({ id }) => expected(id) === level)));
    if (level !== "ok") seen[level] += asked.length;
  }
  for (const { worst, count, states } of troubles.values()) {
    expect(worst === undefined).toBe(count === 0);
    expect(states[0]).toBe("open");
    if (worst) expect(severityOf({ worst, count, states })).toBe(worst.severity);
  }
}

test.each(fc.sample(anyFleet, { numRuns: fleets, seed: 361 }).map((fleet) => [fleet]))(
  "SCR01 list, filter, file and incidents agree on severities in every minute, also before an incident opens and as it ends",
  async (fleet) => {
    const person = await signUp(world);
    await observe(world, person, fleet);
    for (let at = 0; at < 6; at += 1) {
      await lookAt(world, person);
      await compare(person);
      world.clock.advance(minute);
    }
    await observe(
      world,
      person,
      fleet.map((each) => ({ ...each, status: "active", databases: [], shards: null })),
    );
    const before = (await incidentsOf(world, person)).length;
    for (let at = 0; at < 6; at += 1) {
      await lookAt(world, person);
      await compare(person);
      world.clock.advance(minute);
    }
    seen.ended += before - (await incidentsOf(world, person)).length;
  },
);

test("SCR01 an incident lasts since its source reported the status, and was noticed later", async () => {
  const person = await signUp(world);
  const [each] = fc.sample(anyFleet, { numRuns: 1, seed: 1 })[0] ?? [];
  if (!each) throw new Error("the fleet is empty");
  const lost = { ...each, status: "unreachable" as const, databases: [], shards: null };
  await observe(world, person, [lost]);
  const [{ statusSince } = { statusSince: "" }] = await deploymentsOf(person);
  for (let at = 0; at < 4; at += 1) {
    world.clock.advance(minute);
    await lookAt(world, person);
  }
  const [incident] = (await incidentsOf(world, person)).filter(({ rule }) => rule === "unwell");
  expect(incident?.since).toBe(statusSince);
  expect(Date.parse(incident?.openedAt ?? "") - Date.parse(statusSince ?? "")).toBeGreaterThanOrEqual(minute);
});

// Otherwise the comparison shows little.
test("SCR01 the fleets had incidents of both severities, conditions without one, and incidents that ended", () => {
  for (const [what, count] of Object.entries(seen)) expect(count, what).toBeGreaterThan(0);
});
