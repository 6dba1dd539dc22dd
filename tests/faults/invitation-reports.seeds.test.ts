import { authenticate } from "@shardwatch/core/agent-key/agent-key";
import type { AgentActor } from "@shardwatch/core/access/actor";
import type { ReportAccepted } from "@shardwatch/core/contract/report/accepted";
import { Problem } from "@shardwatch/core/kit/problem";
import { Secret } from "@shardwatch/core/kit/secret";
import { record } from "@shardwatch/core/report/report";
import { createTable, type Table, type TableClient } from "@shardwatch/core/table/table";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { acceptances } from "../support/acceptances.ts";
import { disturb } from "../support/disturb.ts";
import { interrupted } from "../support/interrupted.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { call } from "../support/world.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { seedCount } from "../support/seeds.ts";

const world = await worldOfFile();
const client = world.database.client();
const verbs = acceptances(world);
afterAll(() => client.destroy());

test.each(["same", "more"])(
  "INV15 a report (%s) that is written while its key moves is sent again, and leaves nothing where the key was",
  async (kind) => {
    const { furnish, ask, kindsOf, listed } = verbs;
    for (const moment of [/^Get/, /^Update/, /^Transact/]) {
      const { host, mover, colleague, keys, id } = await furnish();
      world.clock.advance(60_000);
      const accept = () => ask(world.services.table, mover, "POST", `/invitations/${id}/accept`);
      const services = { ...world.services, table: interrupted(world, moment, accept) };
      const actor = (await authenticate(world.services, new Secret(keys[0].compositeKey))) as AgentActor;
      const report = reportOf(world, fleetOf(kind));
      const outcome = await record({ ...services, actor, requestId: "late" }, report).catch(
        (error: unknown) => error,
      );
      if (moment.source === "^Update") expect(outcome).toMatchObject({ kind: "unavailable" });
      await ask(world.services.table, mover, "POST", `/invitations/${id}/accept`);
      // A report that drops a deployment marks the derived rows. Changes stay where they happened.
      const kinds = await kindsOf(mover.organizationId);
      expect(kinds.filter((each) => each !== "FLEET" && each !== "CHANGE")).toEqual(remaining);
      expect(await listed(colleague)).toHaveLength(1);
      world.clock.advance(60_000);
      const again = reportOf(world, fleetOf(kind));
      expect((await send(world, keys[0].compositeKey, again)).status).toBe(202);
      expect(await listed(host)).toHaveLength(kind === "more" ? 4 : 3);
    }
  },
);

/** A table whose requests reach the database in the scheduler's order. */
function inOrderOf(scheduler: fc.Scheduler): Table {
  const sending = async (command: { constructor: { name: string } }) => {
    await scheduler.schedule(Promise.resolve(), command.constructor.name);
    return await client.send(command as never);
  };
  return createTable({ client: { send: sending as never } as TableClient, name: world.database.tableName });
}

/** The mover's former organization afterwards: the colleague's deployments and notifications. */
const remaining = ["CHANGED", "DELIVERY", "DEP", "DETAIL", "KEY", "MEMBER", "ORG", "PULSE"];
const seeds = seedCount({ few: 3, many: 6 });
const content = fc.constantFrom("same", "renamed", "unreadable", "fewer", "more");

function fleetOf(kind: string) {
  const [a, b] = [
    reported("a", { databases: databases(2), name: kind === "renamed" ? "new name" : "a" }),
    reported("b"),
  ];
  if (kind === "unreadable") return [{ ...a, databases: undefined, status: "unreachable" }, b];
  return kind === "fewer" ? [a] : kind === "more" ? [a, b, reported("e")] : [a, b];
}

test(
  "INV10 INV15 R15 reports and an acceptance in any interleaving: each deployment is in one place, with its databases, and none is left behind",
  { timeout: 60_000 + 5_000 * seeds },
  async () => {
    const { furnish, ask, tick, kindsOf, listed } = verbs;
    const refused = (error: unknown) => {
      if (!(error instanceof Problem) || !["unavailable", "tooMany"].includes(error.kind)) throw error;
    };
    const property = fc.asyncProperty(content, content, fc.scheduler(), async (one, two, scheduler) => {
      const { host, mover, colleague, keys, id } = await furnish();
      const { compositeKey } = keys[0];
      const table = inOrderOf(scheduler);
      world.clock.advance(60_000);
      const report = async (kind: string) => {
        const services = { ...world.services, table };
        const actor = (await authenticate(services, new Secret(compositeKey))) as AgentActor;
        await record({ ...services, actor, requestId: "report" }, reportOf(world, fleetOf(kind)));
      };
      await scheduler.waitFor(
        Promise.all([
          report(one).catch(refused),
          report(two).catch(refused),
          ask(table, mover, "POST", `/invitations/${id}/accept`),
        ]),
      );
      expect(await tick()).toBe(true);
      expect(await listed(colleague)).toHaveLength(1);
      // A report that drops a deployment marks the derived rows. Changes stay where they happened.
      const kinds = await kindsOf(mover.organizationId);
      expect(kinds.filter((each) => each !== "FLEET" && each !== "CHANGE")).toEqual(remaining);
      const moved = await listed(host);
      expect(moved.filter((text) => /^(a|new name) /.test(text))).toHaveLength(1);
      expect(moved.filter((text) => text.startsWith("b ") || text.startsWith("c "))).toHaveLength(2);

      world.clock.advance(60_000);
      const unreadable = reportOf(world, fleetOf("unreadable"));
      const answer = await send(world, compositeKey, unreadable);
      const [first] = ((await answer.json()) as ReportAccepted).deployments;
      const shown = await call(world, "GET", `/deployments/${first?.id}`, { as: host });
      expect(await shown.json()).toMatchObject({ status: "unreachable", databaseCount: 2 });
    });
    await fc.assert(property, { numRuns: seeds });
  },
);

test("INV10 a server that cannot be read while its deployment is on the way keeps its databases", async () => {
  const { furnish, ask, tick } = verbs;
  const { host, mover, keys, id } = await furnish();
  // Joined, and both keys have moved: the deployments have not moved yet.
  const disturbed = disturb(client, 3);
  const table = createTable({ client: disturbed.client, name: world.database.tableName });
  await ask(table, mover, "POST", `/invitations/${id}/accept`);
  for (let times = 0; times < 2; times += 1) {
    world.clock.advance(60_000);
    const answer = await send(world, keys[0].compositeKey, reportOf(world, fleetOf("unreadable")));
    const [first] = ((await answer.json()) as ReportAccepted).deployments;
    expect(await tick()).toBe(true);
    const shown = await call(world, "GET", `/deployments/${first?.id}`, { as: host });
    if (times === 0) expect(await shown.json()).toMatchObject({ databaseCount: 2 });
    else expect(await shown.json()).toMatchObject({ databaseCount: 2, status: "unreachable" });
  }
});
