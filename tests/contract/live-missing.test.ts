import type { Deployment } from "@shardwatch/core/contract/deployment";
import type { Live } from "@shardwatch/core/contract/live";
import type { ReportedDeployment } from "@shardwatch/core/contract/report";
import type { ReportedSlot, SlotDatabases } from "@shardwatch/core/contract/slots";
import { beforeEach, expect, test } from "vitest";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { slotStart } from "../support/slots.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const name = "orders-cache";
let person: Person;
let key: string;

beforeEach(async () => {
  person = await signUp(world);
  key = (await createKey(world, person)).compositeKey;
});

async function report(slots: ReportedSlot[], deployment: Partial<ReportedDeployment>) {
  world.clock.advance(2_000);
  await send(world, key, reportOf(world, [reported(name, deployment)], { slots }));
}

async function live(): Promise<Live> {
  person = await signInAgain(world, person);
  const list = await call(world, "GET", "/deployments", { as: person });
  const [first] = ((await list.json()) as { deployments: Deployment[] }).deployments;
  return (await (await call(world, "GET", `/deployments/${first?.id}/live`, { as: person })).json()) as Live;
}

test("DEX01 the figures that some databases lack have the total of the others, and say of how many it is", async () => {
  const figures: SlotDatabases = {
    ids: ["1", "0"],
    used: [2_000, 1_000],
    keys: [7, 9],
    ops: [50, null],
    hits: [30, null],
    misses: [10, 5],
    fragmentation: [null, 1.2],
  };
  const at = new Date(slotStart(world, 1)).toISOString();
  await report([{ at, deployments: [{ key: name, status: "active", databases: figures }] }], {
    databases: databases(2),
  });
  const { total, partial } = await live();
  expect(total).toMatchObject({ opsPerSecond: null, clients: null, hitRatio: null, keys: 16 });
  expect(partial?.total).toMatchObject({
    opsPerSecond: 50,
    clients: null,
    hitRatio: 75,
    lookupsPerSecond: 40,
    fragmentation: 1.2,
    keys: 16,
  });
  expect(partial?.reported).toEqual(
    ["opsPerSecond", "lookupsPerSecond", "hitRatio", "fragmentation"].map((figure) => ({
      figure,
      databases: 1,
    })),
  );
});

test("DEX01 an answer without a slot says what is missing: a reading, five minutes, or an agent that sends values", async () => {
  const reason = async () => (await live()).unknown[0]?.reason;
  await report([], { status: "unreachable", databases: undefined });
  expect(await reason()).toBe("Its agent could not read it yet.");
  await report([], { databases: databases(1) });
  for (const [minutes, expected] of [
    [4, "The first values come five minutes after the first report."],
    [7, "Its agent sends none: it is silent, or too old. Update the agent if it reports."],
  ] as const) {
    world.clock.advance(minutes * 60_000);
    await report([], { databases: databases(1) });
    expect(await reason()).toBe(expected);
  }
});
