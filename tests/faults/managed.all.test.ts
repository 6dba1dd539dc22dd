import { everyOrganization } from "@shardwatch/core/organization/organization.keys";
import { storedEntries } from "@shardwatch/core/organization/managed";
import { createTable } from "@shardwatch/core/table/table";
import { tick } from "@shardwatch/functions/jobs/tick";
import { work } from "@shardwatch/functions/jobs/work";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Integrations, startIntegrations } from "../support/integrations/all.ts";
import { applyFile, cloudOf, entry, makeKey, makeToken, memberOf } from "../support/managed.ts";
import { disturb } from "../support/disturb.ts";
import { rowsOfOrganization } from "../support/scope.ts";
import { call, createKey, signInAgain, startWorld, type World } from "../support/world.ts";

/*
 * The process dies after each single write of a run, and starts again.
 */

let integrations: Integrations;
let world: World;
beforeAll(async () => {
  integrations = await startIntegrations();
  world = await startWorld(integrations.ports);
});
afterAll(async () => {
  await world.stop();
  await integrations.stop();
});

const mostWrites = 30;
let account = 7_000;

/** Runs a file in a process that dies after so many writes. Returns whether it came to its end before. */
async function runAndDie(file: Parameters<typeof applyFile>[1], writes: number): Promise<boolean> {
  const disturbed = disturb(world.recorder.client, writes);
  const table = createTable({ client: disturbed.client, name: world.database.tableName });
  const ended = await applyFile({ ...world.services, table }, file).then(
    ({ failures }) => failures.length === 0,
    () => false,
  );
  return ended && disturbed.writes() < writes;
}

async function workAll(): Promise<void> {
  for (let next = world.queue.take(); next; next = world.queue.take())
    await work(world.services, JSON.stringify(next.job));
}

async function seenBy(entryId: string) {
  const member = await memberOf(world, entryId);
  const as = await signInAgain(world, member);
  const read = async (path: string) => (await (await call(world, "GET", path, { as })).json()) as object;
  const { redisClouds } = (await read("/redis-cloud")) as {
    redisClouds: { name: string; managedBy?: string }[];
  };
  const { accessKeys } = (await read("/access-key")) as {
    accessKeys: { name: string; managedBy?: string }[];
  };
  const { tokens } = (await read("/tokens")) as { tokens: { name: string }[] };
  return {
    tokens: tokens.map(({ name }) => name),
    clouds: redisClouds.map(({ name }) => name).toSorted(),
    keys: accessKeys.map(({ name }) => name).toSorted(),
  };
}

test("OUT01 SLF03 configuration file: a run that dies after any write is finished by the next start, and makes nothing twice", async () => {
  let isWhole = false;
  for (let writes = 1; !isWhole; writes += 1) {
    expect(writes).toBeLessThan(mostWrites);
    const id = `born-${writes}`;
    account += 1;
    const keys = [{ ...makeKey(world), name: "Cluster one" }];
    const tokens = [makeToken(world).token];
    const file = [entry(id, { agentKeys: keys, tokens, redisCloud: [cloudOf(account, "one")] })];
    const before = (await world.services.table.findAll(everyOrganization)).length;
    isWhole = await runAndDie(file, writes);
    expect((await applyFile(world.services, file)).failures).toEqual([]);
    expect((await world.services.table.findAll(everyOrganization)).length - before).toBe(1);
    expect(await seenBy(id)).toEqual({ clouds: ["one"], keys: ["Cluster one"], tokens: ["Prometheus"] });
    expect(await applyFile(world.services, file)).toEqual({
      created: 0,
      changed: 0,
      removed: 0,
      failures: [],
    });
  }
});

test("SLF03 configuration file: a removal that dies after any write is finished by the next start and the schedule", async () => {
  let isWhole = false;
  for (let writes = 1; !isWhole; writes += 1) {
    expect(writes).toBeLessThan(mostWrites);
    const id = `gone-${writes}`;
    account += 1;
    const agentKeys = [{ ...makeKey(world), name: "Cluster one" }];
    const [tokens, redisCloud] = [[makeToken(world).token], [cloudOf(account, "one")]];
    await applyFile(world.services, [entry(id, { agentKeys, tokens, redisCloud })]);
    // The death of a deletion with deployments is in redis-cloud.test.ts.
    while (world.queue.take());
    const member = await memberOf(world, id);
    await createKey(world, member, "By hand");
    isWhole = await runAndDie([], writes);
    expect((await applyFile(world.services, [])).failures).toEqual([]);
    await tick(world.services, world.queue);
    await workAll();
    expect(await seenBy(id)).toEqual({ clouds: [], keys: ["By hand"], tokens: [] });
    const rows = await world.services.table.queryAll(rowsOfOrganization(member.organizationId));
    expect(rows.filter(({ sk }) => /^(CLOUD|DEP|PULSE)/.test(sk))).toEqual([]);
    expect((await storedEntries(world.services)).filter(({ inFile }) => inFile)).toEqual([]);
  }
});
