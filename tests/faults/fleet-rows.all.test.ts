import type { ReportedDeployment } from "@shardwatch/core/contract/report/report";
import { deploymentId } from "@shardwatch/core/deployment/rows/observation";
import { fleetUnreportedKey, pulsesOf } from "@shardwatch/core/deployment/rows/deployment.keys";
import { deletePulse } from "@shardwatch/core/deployment/rows/last-figures";
import { readPulses } from "@shardwatch/core/deployment/rows/pulse.table";
import { createTable } from "@shardwatch/core/table/table";
import { afterAll, expect, test } from "vitest";
import { acceptances } from "../support/acceptances.ts";
import { disturb } from "../support/disturb.ts";
import { expectRebuilt, fleetOf, newcomer } from "../support/fleet.ts";
import { interrupted } from "../support/interrupted.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { scopeOf } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { createKey, type Person, signUp } from "../support/world.ts";

const world = await worldOfFile();
const client = world.database.client();
afterAll(() => client.destroy());
const { furnish, ask, tick } = acceptances(world);
const day = 86_400_000;

/** The names of the deployments that the list of databases shows, which must be what the deployments say. */
async function listNames({ organizationId }: Person, where = ""): Promise<string[]> {
  const rows = await expectRebuilt(world, organizationId, where);
  return [...new Set(rows.map(({ deploymentName }) => deploymentName))].toSorted();
}

async function startAgents() {
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  const report = async (deployments: ReportedDeployment[], agent = "first") => {
    world.clock.advance(60_000);
    const id = agent.padEnd(16, "0");
    const answer = await send(
      world,
      compositeKey,
      reportOf(world, deployments, { agent: { id, version: "1" } }),
    );
    expect(answer.status).toBe(202);
  };
  const pulses = async () => readPulses(await world.services.table.queryAll(pulsesOf(scopeOf(person))));
  return { person, report, pulses };
}

/** A deployment that fills a page of its agent's pulse alone. */
const large = (key: string, name = key) => reported(key, { name, databases: databases(399) });

test("DBS02 a page that is left from a longer report does not bring former databases back", async () => {
  const { person, report } = await startAgents();
  // Pages are in the order of the ids.
  const idOf = (key: string) => deploymentId(person.organizationId, "agent", key);
  const [first = "", second = ""] = ["one", "two"].toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : 1));
  await report([large(first), large(second)]);
  await listNames(person);
  // From here on the second page is not written any more.
  await report([large(second)]);
  await listNames(person);
  await report([large(second, "renamed")]);
  expect(await listNames(person)).toContain("renamed");
  await report([reported("another")]);
  expect(await listNames(person)).toEqual(["another", first, "renamed"].toSorted());
});

test("DBS02 deployments whose pulse is deleted or expires stay in the list", async () => {
  const { person, report, pulses } = await startAgents();
  await listNames(person);
  await report([reported("stays")], "second");
  const [pulse] = await pulses();
  if (pulse) await deletePulse(world.services, scopeOf(person), pulse);
  expect(await listNames(person)).toEqual(["stays"]);

  // An expired row goes without a write of ours, whether somebody has looked or not.
  await report([reported("seen")], "third");
  expect(await listNames(person)).toEqual(["seen", "stays"]);
  for (const row of await pulses()) await world.services.table.remove(row);
  expect(await listNames(person)).toEqual(["seen", "stays"]);
  await report([reported("unseen")], "fourth");
  world.clock.advance(90 * day);
  for (const row of await pulses()) await world.services.table.remove(row);
  expect(await listNames(person)).toEqual(["seen", "stays", "unseen"]);
});

test("DBS02 R15 an acceptance that is cut off after any write leaves both lists what the deployments say", async () => {
  let writes = Infinity;
  for (let point = 0; point <= writes; point += 1) {
    const { host, mover, colleague, id } = await furnish();
    for (const person of [host, colleague]) await listNames(person);
    const disturbed = disturb(client, point === 0 ? Infinity : point);
    const table = createTable({ client: disturbed.client, name: world.database.tableName });
    await ask(table, mover, "POST", `/invitations/${id}/accept`);
    if (point === 0) writes = disturbed.writes();
    const where = `after write ${point} of ${writes}`;
    for (const person of [host, colleague]) await listNames(person, where);
    expect(await tick(), where).toBe(true);
    expect(await listNames(host, where)).toEqual(["a", "b", "c"]);
    expect(await listNames(colleague, where)).toEqual(["d"]);
  }
  expect(writes).toBeGreaterThan(5);
});

test("DBS02 deployments that come to an organization without a pulse are in its list", async () => {
  const { host, mover, colleague, id } = await furnish();
  for (const row of await world.services.table.queryAll(pulsesOf(scopeOf(mover))))
    await world.services.table.remove(row);
  for (const person of [host, colleague]) await listNames(person);
  await ask(world.services.table, mover, "POST", `/invitations/${id}/accept`);
  expect(await listNames(host)).toEqual(["a", "b", "c"]);
  expect(await listNames(colleague)).toEqual(["d"]);
});

test("DBS02 a search that is slower than a second one does not hide what that has found", async () => {
  const { person, report, pulses } = await startAgents();
  await report([reported("stays")]);
  await listNames(person);
  // The pages are stored, and only the search is repeated.
  await world.services.table.remove(fleetUnreportedKey(scopeOf(person)));
  const slower = interrupted(world, /^Transact/, async () => {
    const [pulse] = await pulses();
    if (pulse) await deletePulse(world.services, scopeOf(person), pulse);
    expect(await listNames(person)).toEqual(["stays"]);
  });
  await fleetOf({ ...newcomer(world, person.organizationId), table: slower });
  expect(await listNames(person)).toEqual(["stays"]);
});
