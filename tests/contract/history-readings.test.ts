import { organizationOfJob } from "@shardwatch/core/access/scope.job";
import { authorityOfIntegration } from "@shardwatch/core/deployment/ingest/authority";
import { ingest } from "@shardwatch/core/deployment/ingest/ingest";
import { deploymentId } from "@shardwatch/core/deployment/rows/observation";
import { slotAt } from "@shardwatch/core/history/slots";
import { storeSlots } from "@shardwatch/core/history/store";
import { expect, test } from "vitest";
import { historyOf, valuesOf } from "../support/history.ts";
import { figures, range } from "../support/history-stage.ts";
import { slotMilliseconds } from "../support/slots.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();

test("HIS04 HIS01 a reading before the range still holds at its begin: nothing is silent that was only not read", async () => {
  const person = await signUp(world);
  const organization = organizationOfJob(person.organizationId);
  const source = { kind: "elasticache", id: "int_carts", instance: "-" } as const;
  const id = deploymentId(organization, source.kind, "carts");
  await ingest(world.services, {
    organization,
    source,
    measuredAt: world.clock.now(),
    observations: [
      {
        id,
        name: "carts",
        type: "STANDALONE",
        status: "active",
        statusMessage: null,
        databases: [],
        license: null,
        cloudSubscription: null,
        enterpriseAdminUrl: null,
      },
    ],
    authority: authorityOfIntegration(person.accountId),
  });
  const read = slotAt(world.clock.now()) + 1;
  world.clock.time = (read + 8) * slotMilliseconds;
  const deployments = [{ id, status: "active", databases: figures(1_000) }];
  await storeSlots(world.services, organization, source, [{ slot: read, deployments }]);
  const from = (read + 1) * slotMilliseconds;
  const answer = await historyOf(
    world,
    await signInAgain(world, person),
    id,
    `?metric=memoryUsed&${range(from, from + 4 * slotMilliseconds)}`,
  );
  expect(answer.from).toBe(new Date(from).toISOString());
  expect(answer.status).toEqual([
    ["active", 3],
    ["silent", 1],
  ]);
  expect(valuesOf(answer, "memoryUsed")).toEqual([1_000, 1_000, 1_000, null]);
});
