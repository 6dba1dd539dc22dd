import { authenticate } from "@shardwatch/core/agent-key/agent-key";
import { findSources } from "@shardwatch/core/sources";
import { everyOrganization } from "@shardwatch/core/organization/organization.keys";
import type { AgentActor } from "@shardwatch/core/access/actor";
import type { AgentContext, MemberContext } from "@shardwatch/core/access/context";
import { get } from "@shardwatch/core/deployment/read/get";
import { deploymentId } from "@shardwatch/core/deployment/rows/observation";
import { Secret } from "@shardwatch/core/kit/secret";
import { record } from "@shardwatch/core/report/report";
import type { Deployment, DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import type { Report } from "@shardwatch/core/contract/report/report";
import fc from "fast-check";
import { expect, test } from "vitest";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { disturb } from "../support/disturb.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signInAgain, signUp } from "../support/world.ts";
import { seedCount } from "../support/seeds.ts";
import { createTable } from "@shardwatch/core/table/table";
import { createApp } from "@shardwatch/functions/api/app";

const world = await worldOfFile();

async function stateOf(person: Person): Promise<unknown> {
  const as = await signInAgain(world, person);
  const answer = await call(world, "GET", "/deployments", { as });
  const { deployments } = (await answer.json()) as DeploymentList;
  const byName = deployments.toSorted((left, right) => left.name.localeCompare(right.name));
  return await Promise.all(
    byName.map(async ({ id }) => {
      const detail = await call(world, "GET", `/deployments/${id}`, { as });
      const { lastUpdated: _, report: __, feeds, ...deployment } = (await detail.json()) as Deployment;
      const own = { organizationId: "", id: "", via: "" };
      return { ...deployment, ...own, feeds: feeds.map((feed) => ({ ...feed, id: "" })) };
    }),
  );
}

async function newcomer(): Promise<{ person: Person; key: string }> {
  const person = await signUp(world);
  return { person, key: (await createKey(world, person)).compositeKey };
}

/** The state after one report alone. */
async function expected(report: Report): Promise<unknown> {
  const { person, key } = await newcomer();
  expect((await send(world, key, report)).status).toBe(202);
  return await stateOf(person);
}

/** `SEEDS=1000 npx vitest run tests/faults` plays the number that the scoreboard requires. */
const seeds = seedCount({ few: 10, many: 40 });

test(
  `R8 AGT09 fifty reports in any order end with the newest state`,
  { timeout: 60_000 + 3_000 * seeds },
  async () => {
    const { person, key } = await newcomer();
    const actor = await authenticate(world.services, new Secret(key));
    const ctx: AgentContext = { ...world.services, actor: actor as AgentActor, requestId: "R8" };
    const reader: MemberContext = {
      ...world.services,
      actor: {
        kind: "member",
        accountId: person.accountId,
        organizationId: person.organizationId,
        roles: [],
      },
      requestId: "R8",
    };
    let seed = 0;
    await fc.assert(
      fc.asyncProperty(fc.shuffledSubarray([...Array(50).keys()], { minLength: 50 }), async (order) => {
        seed += 1;
        const start = world.clock.now();
        for (const index of order) {
          world.clock.advance(2_000);
          await record(ctx, step(seed, index, start));
        }
        const [a = "", b = ""] = ["a", "b"].map((name) =>
          deploymentId(person.organizationId, "agent", `${name}${seed}`),
        );
        const newest = step(seed, 49, start);
        for (const [index, id] of [a, b].entries()) {
          const { key: _, ...shown } = newest.deployments[index] ?? reported("");
          expect(await get(reader, id, findSources)).toMatchObject(shown);
        }
      }),
      { numRuns: seeds },
    );
  },
);

/**
 * Half of the steps change figures only, and every fourth changes a shape. In every tenth a server is
 * unreachable.
 */
function step(seed: number, index: number, start: number): Report {
  const name = `name ${Math.floor(index / 4)}`;
  const used = databases(index % 8 === 7 ? 2 : 1, index + 1);
  const unreachable = { key: `b${seed}`, name: "b", type: "STANDALONE", status: "unreachable" } as const;
  return reportOf(
    world,
    [
      reported(`a${seed}`, { name, databases: used }),
      index % 10 === 5 ? unreachable : reported(`b${seed}`, { databases: used }),
    ],
    {
      agent: { id: `agent${seed}`.padEnd(12, "0"), version: "1.0.0" },
      measuredAt: new Date(start + index).toISOString(),
    },
  );
}

test("R7 AGT08 one report delivered 100 times at once leaves what one delivery leaves", async () => {
  world.clock.time = Date.parse("2026-04-01T00:00:00.000Z");
  const { person, key } = await newcomer();
  const report = reportOf(world, [reported("a", { databases: databases(12) }), reported("b")]);
  const once = await expected(report);
  const answers = await Promise.all(Array.from({ length: 100 }, () => send(world, key, report)));
  expect([...new Set(answers.map((answer) => answer.status))]).toEqual([202]);
  expect(await stateOf(person)).toEqual(once);
});

test("AGT09 different reports arriving at the same time end with the newest of those that were taken", async () => {
  world.clock.time = Date.parse("2026-05-01T00:00:00.000Z");
  const { person, key } = await newcomer();
  const start = world.clock.now();
  const reports = Array.from({ length: 12 }, (_, index) =>
    reportOf(world, [reported("a", { name: `name ${index}` })], {
      measuredAt: new Date(start - 60_000 + index * 1_000).toISOString(),
    }),
  );
  const answers = await Promise.all(reports.map((report) => send(world, key, report)));
  // A report within two seconds of a newer one is answered 429. No report is answered 202 and then lost.
  expect(answers.every((answer) => [202, 429].includes(answer.status))).toBe(true);
  world.clock.advance(2_000);
  expect((await send(world, key, reports.at(-1))).status).toBe(202);
  expect(await stateOf(person)).toMatchObject([{ name: "name 11" }]);
});

test("R1 a report that is cut off after any write and sent again ends as if it had not been cut off", async () => {
  const before = () => reportOf(world, [reported("stays", { databases: databases(2) }), reported("leaves")]);
  const after = () =>
    reportOf(world, [reported("stays", { name: "renamed", databases: databases(3) }), reported("comes")]);

  async function play(crashAfter: number): Promise<{ state: unknown; writes: number }> {
    world.clock.time = Date.parse("2026-06-01T00:00:00.000Z");
    const { person, key } = await newcomer();
    await send(world, key, before());
    world.clock.advance(60_000);
    const client = world.database.client();
    const disturbed = disturb(client, crashAfter);
    const table = createTable({ client: disturbed.client, name: world.database.tableName });
    const crashing = createApp({ ...world.services, table });
    const report = after();
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const body = JSON.stringify(report);
    await crashing.request("/agent/reports", { method: "POST", headers, body });
    client.destroy();
    const writes = disturbed.writes();
    expect((await send(world, key, report)).status).toBe(202);
    return { state: await stateOf(person), writes };
  }

  const whole = await play(Infinity);
  expect(whole.writes).toBeGreaterThan(1);
  for (let point = 0; point <= whole.writes; point += 1)
    expect((await play(point)).state, `cut off after write ${point}`).toEqual(whole.state);
});

test("R1 ROL35 a first sign-in that is cut off anywhere and tried again makes one account and one organization", async () => {
  const { signInAccount } = await import("@shardwatch/core/account/sign-in");
  for (const point of [0, 1]) {
    const client = world.database.client();
    const table = createTable({ client: disturb(client, point).client, name: world.database.tableName });
    const identity = {
      redisCloudId: `99${point}`,
      email: "cut@example.com",
      firstName: "Cut",
      lastName: "Off",
      company: `Cut ${point}`,
    };
    await signInAccount({ ...world.services, table }, identity).catch(() => undefined);
    const account = await signInAccount(world.services, identity);
    expect(await signInAccount(world.services, identity)).toMatchObject({ id: account.id });
    const { keys } = await world.services.table.find(everyOrganization);
    const rows = await world.services.table.batchGet(keys);
    expect(rows.filter((row) => row?.["name"] === `Cut ${point}`)).toHaveLength(1);
    client.destroy();
  }
});
