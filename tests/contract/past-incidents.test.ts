import { statusWords } from "@shardwatch/core/deployment/read/whereabouts";
import { openChannels } from "@shardwatch/core/incident/messages/announce";
import { type PastPass, pastIncidents, writesOfIncident } from "@shardwatch/core/incident/past-writes";
import { readWatched } from "@shardwatch/core/incident/read-watched";
import { isOpenKey } from "@shardwatch/core/incident/rows/incident.keys";
import { readAlerts, readIncident } from "@shardwatch/core/incident/rows/incident.table";
import { expect, test } from "vitest";
import { alertRowsOf, incidentsOf, lookAt } from "../support/incidents.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { scopeOf } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, signInAgain, signUp } from "../support/world.ts";

const minute = 60_000;
const world = await worldOfFile();

test("OPS05 OPS10 past incidents of demo data are stored as the passes that really ran have stored them", async () => {
  world.clock.time = Math.ceil(world.clock.time / minute) * minute;
  const person = await signUp(world);
  const { compositeKey } = await createKey(world, person);
  const organization = scopeOf(person);
  const passes: PastPass[] = [];
  /** Reports two servers, and looks at them once. What the pass sees is kept. */
  const pass = async (minutes: number, usedMebibytes: number, fields = {}) => {
    for (let passed = 0; passed < minutes; passed += 1) {
      world.clock.advance(minute);
      const now = world.clock.now();
      const deployments = [
        reported("store", { databases: databases(1, usedMebibytes) }),
        reported("other", fields),
      ];
      expect((await send(world, compositeKey, reportOf(world, deployments))).status).toBe(202);
      const alerts = Promise.resolve(readAlerts(await alertRowsOf(world, person)));
      const watched = await readWatched(world.services, organization, alerts, now, passes.length === 0);
      const ids = watched.deployments.filter(({ status }) => status !== "active").map(({ id }) => id);
      passes.push({ now, watched, words: await statusWords(world.services, organization, ids) });
      await lookAt(world, person);
    }
  };
  await pass(3, 1);
  await pass(4, 59, { status: "unreachable", statusMessage: "The connection was refused." });
  const [worst] = await incidentsOf(world, person);
  world.clock.advance(minute / 2);
  const as = await signInAgain(world, person);
  const path = `/incidents/${worst?.id}/acknowledgement`;
  expect((await call(world, "POST", path, { as, body: { note: "On it" } })).status).toBe(200);
  const at = world.clock.now();
  world.clock.advance(-minute / 2);
  await pass(3, 63);
  await pass(12, 1);
  const rows = (await alertRowsOf(world, person)).filter(({ sk }) => sk.startsWith("INCIDENT#"));
  const records = rows.map((row) => readIncident(row).record);
  expect(records.map(({ rule }) => rule).toSorted()).toEqual(["memory-full", "unwell"]);
  expect(records.map(({ severity }) => severity)).toEqual(["critical", "critical"]);
  const again = pastIncidents(
    {
      organization,
      channels: await openChannels(world.services, organization),
      acknowledgementOf: ({ id }) =>
        id === worst?.id ? { by: person.accountId, at, note: "On it" } : undefined,
    },
    passes,
  );
  expect(again.toSorted((one, other) => (one.id < other.id ? -1 : 1))).toEqual(records);
  const puts = again.flatMap((record) => writesOfIncident(organization, record));
  const keys = puts.flatMap((write) => ("put" in write ? [write.put.sk] : []));
  for (const { sk } of rows) expect(keys).toContain(sk);
  expect(keys).toHaveLength(3);
  expect(keys.some(isOpenKey)).toBe(false);
});
