import { randomBytes, randomInt } from "node:crypto";
import type { Deployment, DeploymentList } from "@shardwatch/core/contract/deployment";
import type { ReportAccepted, ReportedDeployment } from "@shardwatch/core/contract/report";
import { beforeEach, expect, test } from "vitest";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signUp } from "../support/world.ts";

const world = await worldOfFile();
let person: Person;
let key: string;

beforeEach(async () => {
  person = await signUp(world);
  key = (await createKey(world, person)).compositeKey;
});

/**
 * Sends a server among forty others, which is more than a page holds, while all of these become degraded.
 * Resolves to the server, and to the ids of the others.
 */
async function sendBesideOthers(fields: Partial<ReportedDeployment>): Promise<[Deployment, string[]]> {
  const others = (status: string) =>
    Array.from({ length: 40 }, (_, n) => ({ ...reported(`other ${n}`), status }));
  await send(world, key, reportOf(world, others("active")));
  world.clock.advance(60_000);
  const answer = await send(world, key, reportOf(world, [reported("large", fields), ...others("degraded")]));
  expect(answer.status).toBe(202);
  const { deployments } = (await answer.json()) as ReportAccepted;
  const [large, ...ids] = deployments.map(({ id }) => id);
  const shown = await call(world, "GET", `/deployments/${large}`, { as: person });
  return [(await shown.json()) as Deployment, ids];
}

async function expectOthersDegraded(ids: readonly string[]): Promise<void> {
  expect(ids).toHaveLength(40);
  const list = await call(world, "GET", "/deployments?limit=100", { as: person });
  const { deployments } = (await list.json()) as DeploymentList;
  const degraded = deployments.filter(({ status }) => status === "degraded").map(({ id }) => id);
  expect(degraded.toSorted()).toEqual(ids.toSorted());
}

test("LIM18 R12 more databases than a row holds are stored in part, a gap says so, and other servers stay up to date", async () => {
  const names = databases(2_800).map((one) => ({
    ...one,
    name: randomBytes(148).toString("base64url"),
  }));
  const [large, ids] = await sendBesideOthers({ databases: names });
  expect(large.databases.length).toBeGreaterThan(500);
  expect(large.databases.length).toBeLessThan(2_800);
  expect(large.gaps).toEqual([`${2_800 - large.databases.length} more databases are too large to be stored`]);
  await expectOthersDegraded(ids);
});

test("DEX01 R12 shards that no row holds are left out with a gap, and other servers stay up to date", async () => {
  const letters = (length: number) =>
    String.fromCharCode(...Array.from({ length }, () => 0x4e00 + randomInt(20_000)));
  const shards = Array.from({ length: 1_600 }, (_, index) => ({
    id: `${index}${letters(58)}`,
    database: "1",
    node: letters(64),
    role: null,
    state: letters(40),
  }));
  const [large, ids] = await sendBesideOthers({ type: "ENTERPRISE", shards });
  expect(large.databases).toHaveLength(1);
  expect(large).not.toHaveProperty("shards");
  expect(large.gaps).toEqual(["The 1600 shards are too large to be stored"]);
  await expectOthersDegraded(ids);
});
