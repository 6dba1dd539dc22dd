import { fleetOf as fleetRowsOf } from "@shardwatch/core/deployment/rows/deployment.keys";
import { watchFleet, type WatchedFleet } from "@shardwatch/core/deployment/fleet/watch";
import fc from "fast-check";
import { expect, test } from "vitest";
import { acceptances } from "../support/acceptances.ts";
import { fleetOf, newcomer, rebuiltFleet } from "../support/fleet.ts";
import { interrupted } from "../support/interrupted.ts";
import { invite } from "../support/invitations.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { scopeOf } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signInAgain, signUp } from "../support/world.ts";
import { seedCount } from "../support/seeds.ts";

const world = await worldOfFile();
const { tick } = acceptances(world);
const seeds = seedCount({ few: 3, many: 12 });
const minute = 60_000;

/** A deployment as an agent reports it: "big" ones fill a page of the report alone. */
const anyDeployment = fc.record({
  name: fc.constantFrom("a", "b", "c", "d", "big 1", "big 2", "big 3"),
  shown: fc.constantFrom("one", "two"),
  status: fc.constantFrom("active", "degraded"),
  databases: fc.constantFrom(0, 1, 2),
  isRead: fc.boolean(),
});
type AnyDeployment = typeof anyDeployment extends fc.Arbitrary<infer T> ? T : never;

const anyReport = fc.record({
  kind: fc.constant("report" as const),
  key: fc.nat(2),
  agent: fc.nat(1),
  deployments: fc.uniqueArray(anyDeployment, { minLength: 1, maxLength: 6, selector: ({ name }) => name }),
  used: fc.integer({ min: 1, max: 50 }),
});
const anyAct = fc.oneof(
  { weight: 10, arbitrary: anyReport },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("repeat" as const), used: fc.nat(50) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("delete" as const), which: fc.nat(20) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant("wait" as const), minutes: fc.nat(12) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("forget" as const), which: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("revoke" as const), key: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("accept" as const) }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("read" as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant("interrupted read" as const),
      at: fc.constantFrom("Query", "BatchGet", "Transact"),
      report: anyReport,
    }),
  },
);
type Act = typeof anyAct extends fc.Arbitrary<infer T> ? T : never;
type Reported = Extract<Act, { kind: "report" }>;

/** An organization with three keys of two people, one of whom is invited elsewhere. */
async function stage() {
  const [boss, host, mover] = [await signUp(world), await signUp(world), await signUp(world)];
  await join(world, mover, boss);
  const keys = [await createKey(world, boss), await createKey(world, mover), await createKey(world, mover)];
  const invitation = await invite(world, host, mover);
  const places = [boss, host];
  let last: Reported | undefined;

  async function report(one: Reported): Promise<void> {
    last = one;
    world.clock.advance(2_000);
    const fleet = one.deployments.map((deployment) => toReported(deployment, one.used));
    const agent = { id: `fleetagent00000${one.agent}`, version: "1" };
    await send(world, keys[one.key]?.compositeKey ?? "", reportOf(world, fleet, { agent }));
  }

  const again = async (person: Person) => await signInAgain(world, person);
  const acts: { [K in Act["kind"]]: (act: Extract<Act, { kind: K }>) => Promise<unknown> } = {
    report,
    repeat: async ({ used }) => last && (await report({ ...last, used: used + 1 })),
    delete: async ({ which }) => {
      const as = await again(boss);
      const answer = await call(world, "GET", "/deployments", { as });
      const { deployments } = (await answer.json()) as { deployments: { id: string }[] };
      const id = deployments[which % Math.max(deployments.length, 1)]?.id;
      if (id !== undefined) await call(world, "DELETE", `/deployments/${id}`, { as });
    },
    wait: async ({ minutes }) => world.clock.advance(minutes * minute),
    forget: async ({ which }) => {
      const rows = await world.services.table.queryAll(fleetRowsOf(scopeOf(boss)));
      const row = rows[which % Math.max(rows.length, 1)];
      if (row) await world.services.table.remove(row);
    },
    revoke: async ({ key }) =>
      await call(world, "DELETE", `/access-key/${keys[key]?.keyId}`, { as: await again(boss) }),
    accept: async () => {
      await call(world, "POST", `/invitations/${invitation}/accept`, { as: await again(mover) });
      await tick();
    },
    read: async () => await expectRead(places),
    "interrupted read": async ({ at, report: between }) => {
      const table = interrupted(world, new RegExp(`^${at}`), async () => await report(between));
      await fleetOf({ ...newcomer(world, boss.organizationId), table });
    },
  };
  return { places, act: async (act: Act) => await acts[act.kind](act as never) };
}

function toReported({ name, shown, status, databases: count, isRead }: AnyDeployment, used: number) {
  const { databases: _, ...unread } = reported(name, { name: `${name} ${shown}`, status: "unreachable" });
  if (!isRead) return unread;
  const some = databases(name.startsWith("big") ? 250 : count, used);
  return reported(name, { name: `${name} ${shown}`, status, databases: some });
}

const byId = ({ deployments }: WatchedFleet) =>
  deployments.toSorted((one, other) => (one.id < other.id ? -1 : 1));

/** The list is what the deployments themselves say. */
async function expectRead(places: readonly Person[]): Promise<void> {
  for (const { organizationId } of places) {
    const ctx = newcomer(world, organizationId);
    expect(await fleetOf(ctx)).toEqual(await rebuiltFleet(ctx));
    // A process that watches every minute remembers pages, and sees the same as one that begins.
    const remembered = await watchFleet(world.services, scopeOf({ organizationId }));
    expect(byId(remembered)).toEqual(byId(await watchFleet(ctx, scopeOf({ organizationId }))));
  }
}

test(
  "DBS02 INC10 R15 after any reports, changes, deletions, take-overs, revocations and moves, and whatever derived rows are lost, the list and the watch are what the deployments say",
  { timeout: 60_000 + seeds * 2_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAct, { minLength: 5, maxLength: 25 }), async (acts) => {
        const { places, act } = await stage();
        for (const one of acts) await act(one);
        await expectRead(places);
        await expectRead(places);
      }),
      { numRuns: seeds, interruptAfterTimeLimit: seeds * 2_000 },
    );
  },
);
