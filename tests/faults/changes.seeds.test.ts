import type { Change, ChangePage } from "@shardwatch/core/contract/history/changes";
import type { Deployment, DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import type { ReportedDeployment } from "@shardwatch/core/contract/report/report";
import { createTable } from "@shardwatch/core/table/table";
import { createApp } from "@shardwatch/functions/api/app";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { disturb } from "../support/disturb.ts";
import { flatten, replay } from "../support/replay.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signInAgain, signUp } from "../support/world.ts";
import { seedCount } from "../support/seeds.ts";

const world = await worldOfFile();
const minute = 60_000;
const seeds = seedCount({ few: 5, many: 15 });

async function ask<T>(person: Person, path: string): Promise<T> {
  const answer = await call(world, "GET", path, { as: await signInAgain(world, person) });
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as T;
}

async function allChanges(person: Person, path: string): Promise<Change[]> {
  const found: Change[] = [];
  let cursor = "";
  for (;;) {
    const page = await ask<ChangePage>(person, `${path}?limit=7${cursor && `&cursor=${cursor}`}`);
    found.push(...page.changes);
    if (page.nextCursor === undefined) return found;
    cursor = page.nextCursor;
  }
}

/** One report: what it says, how many minutes after the one before, and which of two agents sends it. */
const step = fc.record({
  after: fc.constantFrom(1, 1, 2, 6, 12, 700),
  by: fc.constantFrom(0, 0, 0, 1),
  name: fc.constantFrom("cache", "cache", "renamed"),
  status: fc.constantFrom("active", "active", "degraded"),
  message: fc.constantFrom(undefined, undefined, "Two replicas are away."),
  gaps: fc.constantFrom([], [], ["memory: the user needs +info", "licence"]),
  licensed: fc.boolean(),
  ids: fc.option(fc.shuffledSubarray(["1", "2", "3", "4"]), { freq: 6 }),
  version: fc.constantFrom("7.2.4", "7.4.1", null),
  limit: fc.constantFrom("67108864", "134217728", "0"),
  modules: fc.constantFrom(["search", "bloom"], ["bloom", "search"], ["bloom"]),
});

function reportedAs(one: typeof step extends fc.Arbitrary<infer T> ? T : never): ReportedDeployment {
  const [base] = databases(1);
  if (!base) throw new Error("there is one");
  const read = {
    databases: (one.ids ?? []).map((id) => ({
      ...base,
      id,
      name: `db ${id}`,
      memoryUsed: String(one.after * 1_000_000),
      version: one.version,
      memoryLimit: one.limit,
      modules: [...one.modules],
    })),
    ...(one.licensed && { license: licence(one.after) }),
  };
  return {
    key: "server",
    name: one.name,
    type: "ENTERPRISE",
    status: one.status,
    gaps: [...one.gaps],
    ...(one.message !== undefined && { statusMessage: one.message }),
    ...(one.ids && read),
  };
}

const licence = (inUse: number) => ({
  activationDate: null,
  expirationDate: "2027-01-01T00:00:00.000Z",
  clusterName: "c",
  owner: null,
  ramShardsInUse: inUse,
  ramShardsLimit: 10,
  flashShardsInUse: 0,
  flashShardsLimit: 0,
  shardsLimit: 10,
  features: ["b", "a"],
});

test(
  "CHG03 replaying all changes over the first state gives today's state",
  { timeout: 60_000 + 3_000 * seeds },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 14 }), async (steps) => {
        const person = await signUp(world);
        const keys = [await createKey(world, person), await createKey(world, person)];
        const report = async (content: ReportedDeployment, by: number) => {
          const agent = { id: `agent0000000000${by}`, version: "1.0.0" };
          const sent = reportOf(world, [content], { agent });
          expect((await send(world, keys[by]?.compositeKey ?? "", sent)).status).toBe(202);
          return sent;
        };
        await report(reported("server", { type: "ENTERPRISE", databases: databases(3) }), 0);
        const { deployments } = await ask<DeploymentList>(person, "/deployments");
        const path = `/deployments/${deployments[0]?.id}`;
        const first = flatten(await ask<Deployment>(person, path));
        for (const one of steps) {
          world.clock.advance(one.after * minute);
          const sent = await report(reportedAs(one), one.by);
          // The same report again adds nothing.
          if (one.after > 1)
            expect((await send(world, keys[one.by]?.compositeKey ?? "", sent)).status).toBe(202);
        }
        // The owner may be silent for so long that the deployment counts as stale.
        const { status, ...now } = await ask<Deployment>(person, path);
        const today = flatten({ ...now, status });
        const changes = await allChanges(person, `${path}/changes`);
        const replayed = replay(first, changes);
        if (status === "stale") [today, replayed].forEach((shape) => shape.delete("status"));
        expect(Object.fromEntries(replayed)).toEqual(Object.fromEntries(today));
        // Both feeds are the same for an organization of one deployment.
        expect(await allChanges(person, "/changes")).toEqual(changes);
      }),
      { numRuns: seeds },
    );
  },
);

describe("R1 CHG03 a crash at any write gives a change once or not at all, and the next report completes it", () => {
  const before = () => [reported("stays", { databases: databases(2) }), reported("leaves")];
  const after = () => [reported("stays", { name: "renamed", databases: databases(3) }), reported("comes")];

  async function play(crashAfter: number) {
    world.clock.time = Date.parse("2026-06-01T00:00:00.000Z");
    const person = await signUp(world);
    const { compositeKey } = await createKey(world, person);
    await send(world, compositeKey, reportOf(world, before()));
    world.clock.advance(minute);
    const client = world.database.client();
    const disturbed = disturb(client, crashAfter);
    const table = createTable({ client: disturbed.client, name: world.database.tableName });
    const report = reportOf(world, after());
    const headers = { authorization: `Bearer ${compositeKey}`, "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(report) };
    await createApp({ ...world.services, table }).request("/agent/reports", init);
    client.destroy();
    const writes = disturbed.writes();
    const crashed = await allChanges(person, "/changes");
    expect((await send(world, compositeKey, report)).status).toBe(202);
    const whole = await allChanges(person, "/changes");
    const shown = (changes: Change[]) =>
      changes.map(({ kind, deployments, fields }) => ({
        kind,
        fields: fields.map(({ field, from, to }) => [field, from, to]),
        names: deployments.map(({ name }) => name).toSorted(),
      }));
    return { writes, crashed: shown(crashed), whole: shown(whole) };
  }

  test("of a report", async () => {
    const { writes, whole } = await play(Infinity);
    expect(whole.map(({ kind, names }) => [kind, ...names])).toEqual(
      expect.arrayContaining([
        ["changed", "renamed"],
        ["appeared", "comes"],
        ["appeared", "leaves", "stays"],
      ]),
    );
    const sorted = (all: typeof whole) => all.map((one) => JSON.stringify(one)).toSorted();
    for (let point = 0; point <= writes; point += 1) {
      const one = await play(point);
      expect([1, 3], `after write ${point}`).toContain(one.crashed.length);
      expect(sorted(one.whole).length, `after write ${point}`).toBe(3);
    }
  });
});
