import type { Change, ChangePage } from "@shardwatch/core/contract/changes";
import type { DeploymentList } from "@shardwatch/core/contract/deployment";
import type { ReportedDeployment } from "@shardwatch/core/contract/report";
import { beforeEach, describe, expect, test } from "vitest";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const minute = 60_000;

let person: Person;
let key: string;
beforeEach(async () => {
  person = await signUp(world);
  key = (await createKey(world, person)).compositeKey;
});

const [first = reported("")] = databases(1).map((database) => reported("cache", { databases: [database] }));
const database = { ...(first.databases?.[0] ?? { id: "0", name: "", status: "", memoryUsed: null }) };

/** A report of these deployments, a minute after the one before. */
async function report(...deployments: ReportedDeployment[]): Promise<void> {
  world.clock.advance(minute);
  expect((await send(world, key, reportOf(world, deployments))).status).toBe(202);
}

async function page(path = "/changes", as = person): Promise<ChangePage> {
  const answer = await call(world, "GET", path, { as: await signInAgain(world, as) });
  expect(answer.status, path).toBe(200);
  return (await answer.json()) as ChangePage;
}

const fieldsOf = (change: Change | undefined) =>
  change?.fields.map(({ field, element, from, to }) => [field, element?.id ?? null, from, to]);

async function idOf(name: string): Promise<string> {
  const answer = await call(world, "GET", "/deployments", { as: await signInAgain(world, person) });
  const { deployments } = (await answer.json()) as DeploymentList;
  return deployments.find((one) => one.name === name)?.id ?? "";
}

describe("CHG01 every changed field of a shape is an entry", () => {
  test("what, from, to, when and by which source", async () => {
    await report(first);
    await report({
      ...first,
      name: "renamed",
      databases: [{ ...database, version: "7.4.1", memoryLimit: "0" }],
    });
    const { changes } = await page();
    const id = await idOf("renamed");
    expect(changes).toMatchObject([
      {
        kind: "changed",
        at: new Date(world.clock.now()).toISOString(),
        until: null,
        times: 1,
        deployments: [{ id, name: "renamed" }],
        source: { kind: "agent", via: `${key.slice(3, 33)}/agent00000000001` },
        more: 0,
      },
      { kind: "appeared", deployments: [{ id, name: "cache" }], fields: [] },
    ]);
    expect(fieldsOf(changes[0])).toEqual([
      ["name", null, "cache", "renamed"],
      ["databases.version", "0", "7.2.4", "7.4.1"],
      ["databases.memoryLimit", "0", "67108864", "0"],
    ]);
  });
});
