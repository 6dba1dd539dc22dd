import type { Deployment, DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import { ConditionFailed } from "@shardwatch/core/table/errors";
import type { EngineKind } from "@shardwatch/server/database/engines";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { emulators } from "../support/emulators.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { call, createKey, type Person, signUp, startWorld, type World } from "../support/world.ts";

describe.each(emulators)("storage on %s", behaves);

/** The behaviour that the table relies on. Both engines are tested, because each replaces the real one. */
function behaves(engine: EngineKind): void {
  let world: World;
  let person: Person;
  let key: string;

  beforeAll(async () => {
    world = await startWorld({ engine });
    person = await signUp(world);
    key = (await createKey(world, person)).compositeKey;
  });
  afterAll(async () => {
    await world.stop();
  });

  async function list(query = ""): Promise<DeploymentList> {
    return (await (
      await call(world, "GET", `/deployments${query}`, { as: person })
    ).json()) as DeploymentList;
  }

  test("P1 a report that changes no shape costs one write unit for ten databases or ten deployments", async () => {
    const ten = Array.from({ length: 10 }, (_, index) => reported(`production cache eu west ${index}`));
    const fleets = [
      {
        agent: "tendatabases0001",
        deployments: [reported("one with ten", { databases: databases(10, 40_000) })],
      },
      { agent: "tendeployments01", deployments: ten },
    ];
    for (const { agent, deployments } of fleets) {
      const report = () => reportOf(world, deployments, { agent: { id: agent, version: "1.0.0" } });
      expect((await send(world, key, report())).status).toBe(202);
      world.clock.advance(60_000);
      world.recorder.clear();
      expect((await send(world, key, report())).status).toBe(202);
      expect(world.recorder.sent.map((sent) => sent.command)).toEqual([
        "GetItemCommand",
        "UpdateItemCommand",
      ]);
      expect(world.recorder.sent.reduce((units, sent) => units + sent.writeUnits, 0)).toBe(1);
    }
  });

  test("P2 every GET of a member is answered in two round trips", async () => {
    const [first] = (await list()).deployments;
    for (const path of [
      "/deployments",
      `/deployments/${first?.id}`,
      "/access-key",
      `/organizations/${person.organizationId}`,
    ]) {
      world.recorder.clear();
      expect((await call(world, "GET", path, { as: person })).status).toBe(200);
      expect(world.recorder.sequentialRoundTrips(), path).toBeLessThanOrEqual(2);
    }
  });

  test("a deployment with 3,000 databases is stored and read whole", async () => {
    const large = reported("large", { databases: databases(3_000) });
    expect((await send(world, key, reportOf(world, [large]))).status).toBe(202);
    const item = (await list()).deployments.find((deployment) => deployment.name === "large");
    const answer = await call(world, "GET", `/deployments/${item?.id}`, { as: person });
    expect(((await answer.json()) as Deployment).databases).toEqual(large.databases);
  });

  test("the list goes on by cursor", async () => {
    const all = (await list()).deployments.map((deployment) => deployment.id);
    const first = await list("?limit=4");
    const rest = await list(`?cursor=${first.nextCursor}`);
    expect([...first.deployments, ...rest.deployments].map((deployment) => deployment.id)).toEqual(all);
  });

  test("all writes of a transaction happen or none, and the reason is ConditionFailed", async () => {
    const [a, b] = [
      { pk: "T", sk: "a" },
      { pk: "T", sk: "b" },
    ];
    await world.services.table.put({ ...a, value: 1 });
    const writes = [
      { put: { ...b, value: 2 } },
      { put: { ...a, value: 2 }, when: [{ exists: false } as const] },
    ];
    await expect(world.services.table.transact(writes)).rejects.toThrow(ConditionFailed);
    expect(await world.services.table.batchGet([a, b])).toEqual([{ ...a, value: 1 }, undefined]);
  });

  test("a refused update tells the row as it was found", async () => {
    const place = { pk: "U", sk: "a" };
    await world.services.table.put({ ...place, value: 5 });
    const update = world.services.table.update(place, { set: { value: 6 } }, [
      { attribute: "value", is: "<", value: 5 },
    ]);
    await expect(update).rejects.toMatchObject({ name: "ConditionFailed", row: { ...place, value: 5 } });
  });

  test("an unreachable database is a busy service, not a defect", async () => {
    const { createTableClient } = await import("@shardwatch/core/table/client");
    const { createTable } = await import("@shardwatch/core/table/table");
    const credentials = { accessKeyId: "x", secretAccessKey: "x" };
    const client = createTableClient({ endpoint: "http://127.0.0.1:9", region: "eu-central-1", credentials });
    const table = createTable({ client, name: "none" });
    await expect(table.get({ pk: "A", sk: "a" })).rejects.toMatchObject({
      name: "Problem",
      kind: "unavailable",
    });
    client.destroy();
  });
}
