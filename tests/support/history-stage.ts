import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import type { ReportedDeployment } from "@shardwatch/core/contract/report/report";
import type { ReportedSlot, SlotDatabases } from "@shardwatch/core/contract/report/slots";
import { expect } from "vitest";
import { reported, reportOf, send } from "./reports.ts";
import { slotMilliseconds, slotStart } from "./slots.ts";
import { call, createKey, type Person, signInAgain, signUp, type World } from "./world.ts";

/** The figures of the only database of a server. Its limit is 2,000 bytes. */
export const figures = (used: number | null, more: Partial<SlotDatabases> = {}): SlotDatabases => ({
  ids: ["0"],
  used: [used],
  limit: [2_000],
  ops: [used === null ? null : used / 100],
  ...more,
});

/** A range as a query. Times are Unix milliseconds. */
export const range = (from: number, to: number): string =>
  `from=${new Date(from).toISOString()}&to=${new Date(to).toISOString()}`;

/** A person with a key, whose agent reports one server under this name. */
export async function historyStage(world: World, name = "orders-cache") {
  let person: Person = await signUp(world);
  const key = (await createKey(world, person)).compositeKey;

  const slot = (begun: number, databases: SlotDatabases, status = "active"): ReportedSlot => ({
    at: new Date(begun).toISOString(),
    deployments: [{ key: name, status, databases }],
  });

  async function report(slots: ReportedSlot[], deployment: Partial<ReportedDeployment> = {}, by = key) {
    world.clock.advance(2_000);
    const agent = { id: by === key ? "agent00000000001" : "agent00000000002", version: "1" };
    await send(world, by, reportOf(world, [reported(name, deployment)], { slots, agent }));
  }

  /** Reports a slot every five minutes, each in the report after it. Returns when the first slot began. */
  async function reportSlots(
    count: number,
    figuresOf: (index: number) => SlotDatabases | undefined,
    deployment: Partial<ReportedDeployment> = {},
  ): Promise<number> {
    await report([], deployment);
    const first = slotStart(world, 0);
    for (let index = 0; index < count; index += 1) {
      world.clock.time = first + (index + 1) * slotMilliseconds + 1_000;
      const values = figuresOf(index);
      if (values) await report([slot(first + index * slotMilliseconds, values)], deployment);
    }
    return first;
  }

  async function signedIn(): Promise<Person> {
    person = await signInAgain(world, person);
    return person;
  }

  /** The deployment as the list shows it. */
  async function found(): Promise<Deployment> {
    const list = await call(world, "GET", "/deployments", { as: await signedIn() });
    const [first] = ((await list.json()) as { deployments: Deployment[] }).deployments;
    return first ?? expect.fail("no deployment");
  }

  return { organizationId: person.organizationId, key, slot, report, reportSlots, signedIn, found };
}
