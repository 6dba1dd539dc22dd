import { createHash } from "node:crypto";
import type { RuleList } from "@shardwatch/core/contract/incident/rule-list";
import { putEnded } from "@shardwatch/core/incident/rows/incident.table";
import { newId } from "@shardwatch/core/kit/ids";
import { expect, test } from "vitest";
import { messageRecord } from "../support/message-record.ts";
import { routesIn } from "../support/routes.ts";
import { scopeOf } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { type Person, signUp } from "../support/world.ts";

const minute = 60_000;
const world = await worldOfFile();
const { ask, preview } = routesIn(world);

/** Past incidents of so many deployments each, an hour apart. Ids of deployments can't be made shorter. */
async function happened(person: Person, incidents: number, deployments: number): Promise<void> {
  const members = Array.from({ length: deployments }, (_, index) => {
    const id = `dep_${createHash("sha256").update(String(index)).digest("hex").slice(0, 26)}`;
    return { rule: "memory-full" as const, id, name: id.slice(4, 12), value: "96%" };
  });
  for (let index = 0; index < incidents; index += 1) {
    const openedAt = world.clock.time - (incidents - index) * 30 * minute;
    const id = newId("incident", openedAt, new Uint8Array(16));
    const over = { openedAt, resolvedAt: openedAt + minute, resolution: "recovered" as const };
    const record = messageRecord({ id, members, ...over });
    await world.services.table.transact([putEnded(scopeOf(person), record, 1)]);
  }
}

const countsOf = async (person: Person) => {
  const { incidents, isPartial } = await preview(person, []);
  const list = (await (await ask(person, "GET", "/rules")).json()) as RuleList;
  return { incidents, isPartial, rules: list.isPartial };
};

test("CHN15 a preview of routes and the list of rules read a bounded size of the past, and say that it is a part", async () => {
  const [few, many] = [await signUp(world), await signUp(world)];
  await happened(few, 60, 3);
  expect(await countsOf(few)).toEqual({ incidents: 60, isPartial: false, rules: undefined });
  await happened(many, 60, 5_000);
  const { incidents, ...others } = await countsOf(many);
  expect(others).toEqual({ isPartial: true, rules: true });
  // The oldest ones, of about 100 KB each.
  expect(incidents).toBeGreaterThan(10);
  expect(incidents).toBeLessThan(40);
});
