import type { DeploymentList, DeploymentListItem } from "@shardwatch/core/contract/deployment";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signUp } from "../support/world.ts";

const world = await worldOfFile();
const person = await signUp(world);

/** A deployment with any combination of facts. */
const anyDeployment = fc.record({
  status: fc.constantFrom("active", "unreachable", "degraded", "loading"),
  type: fc.constantFrom("STANDALONE", "CLUSTER", "ENTERPRISE"),
  used: fc.option(fc.bigInt({ min: 0n, max: 4n * 1024n ** 3n })),
  limit: fc.option(fc.constantFrom("0", String(1024 ** 3), String(512 * 1024 ** 2))),
  databases: fc.nat(3),
  shards: fc.option(fc.record({ inUse: fc.nat(20), limit: fc.constantFrom(0, 10, 20) })),
  expires: fc.option(fc.integer({ min: -10, max: 60 })),
});

function toReported(name: string, given: typeof anyDeployment extends fc.Arbitrary<infer T> ? T : never) {
  const { status, type, used, limit, shards, expires } = given;
  const day = 86_400_000;
  const databases = Array.from({ length: given.databases }, (_, index) => ({
    id: String(index),
    name: null,
    status: "active",
    version: "7.2.4",
    memoryUsed: used === null ? null : String(used),
    memoryLimit: limit,
    tlsEnabled: true,
  }));
  return reported(name, {
    type,
    status,
    databases,
    ...(shards && {
      license: {
        activationDate: null,
        expirationDate: expires === null ? null : new Date(world.clock.now() + expires * day).toISOString(),
        clusterName: null,
        owner: null,
        ramShardsInUse: shards.inUse,
        ramShardsLimit: shards.limit,
        flashShardsInUse: 0,
        flashShardsLimit: 0,
        shardsLimit: 4,
        features: [],
      },
    }),
  });
}

async function list(query: string, as: Person = person): Promise<DeploymentListItem[]> {
  const answer = await call(world, "GET", `/deployments?${query}`, { as });
  if (answer.status !== 200) throw new Error(await answer.text());
  return ((await answer.json()) as DeploymentList).deployments;
}
const namesOf = (items: readonly DeploymentListItem[]) => items.map(({ name }) => name).toSorted();

beforeAll(async () => {
  const { compositeKey } = await createKey(world, person);
  const fleet = fc
    .sample(anyDeployment, { numRuns: 120, seed: 12 })
    .map((one, n) => toReported(`cache ${n}`, one));
  expect((await send(world, compositeKey, reportOf(world, fleet))).status).toBe(202);
});

test("a page of a filtered list may be short, and the pages together hold every row", async () => {
  const expected = namesOf(await list("status=degraded,unreachable"));
  expect(expected.length).toBeGreaterThan(10);
  const names: string[] = [];
  let cursor: string | undefined;
  do {
    const path = `/deployments?status=degraded&status=unreachable&limit=7${cursor ? `&cursor=${cursor}` : ""}`;
    const answer = await call(world, "GET", path, { as: person });
    const page = (await answer.json()) as DeploymentList;
    expect(page.deployments.length).toBeLessThanOrEqual(7);
    names.push(...page.deployments.map(({ name }) => name));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(names.toSorted()).toEqual(expected);
});

test("FIL05 the API answers 400 with a sentence for each parameter that makes no sense", async () => {
  const answer = await call(world, "GET", "/deployments?stauts=stale&memory=much&limit=10", { as: person });
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    message: "stauts is not a field; did you mean status?",
    details: [
      "stauts: is not a field; did you mean status?",
      "memory: must be a size such as 500MiB, or a range such as 1GiB..4GiB",
    ],
  });
});

test("ROL07 the organization can be a term: another one is refused, and super admins choose any", async () => {
  const root = await signUp(world, {}, ["SUPER_ADMIN"]);
  const other = await signUp(world);
  const { compositeKey } = await createKey(world, other);
  await send(world, compositeKey, reportOf(world, [reported("of another")]));
  expect(namesOf(await list(`org=${other.organizationId}`, root))).toEqual(["of another"]);
  expect(await list("org=all", root)).toHaveLength(121);
  expect(namesOf(await list(`org=-${person.organizationId}`, root))).toEqual(["of another"]);
  expect(await list(`org=${person.organizationId},${other.organizationId}`, root)).toHaveLength(121);
  const refused = await call(world, "GET", `/deployments?org=${other.organizationId}`, { as: person });
  expect(refused.status).toBe(403);
});
