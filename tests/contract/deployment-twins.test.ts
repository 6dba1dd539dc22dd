import type { Deployment } from "@shardwatch/core/contract/deployment";
import type { ProblemBody } from "@shardwatch/core/contract/problem";
import type { ReportAccepted } from "@shardwatch/core/contract/report";
import { beforeAll, expect, test } from "vitest";
import { invite } from "../support/invitations.ts";
import { withLaggingIndex } from "../support/lagging-index.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
let root: Person;
let victim: Person;
let attacker: Person;
let accomplice: Person;
let movedKey: string;
let victimsKey: string;

async function report(key: string, name: string, count: number): Promise<string> {
  world.clock.advance(10_000);
  const answer = await send(world, key, reportOf(world, [reported(name, { databases: databases(count) })]));
  return ((await answer.json()) as ReportAccepted).deployments[0]?.id ?? "";
}

/** One id in two organizations: the victim's deployment has one database, the accomplice's has two. */
async function twins(name: string): Promise<string> {
  const id = await report(victimsKey, name, 1);
  expect(await report(movedKey, name, 2)).toBe(id);
  return id;
}

const ask = async (as: Person, method: string, id: string, organizationId?: string) =>
  await call(
    world,
    method,
    `/deployments/${id}${organizationId ? `?organizationId=${organizationId}` : ""}`,
    {
      as: await signInAgain(world, as),
    },
  );

beforeAll(async () => {
  root = await signUp(world, {}, ["SUPER_ADMIN"]);
  victim = await signUp(world, { company: "Acme" });
  attacker = await signUp(world, {}, ["VIEWER"]);
  accomplice = await signUp(world, { company: "Evil" });
  await join(world, attacker, victim);
  victimsKey = (await createKey(world, victim)).compositeKey;
  // A key keeps the organization in which it was created, also after a move.
  movedKey = (await createKey(world, attacker)).compositeKey;
  const invitation = await invite(world, accomplice, attacker);
  const accepted = await call(world, "POST", `/invitations/${invitation}/accept`, { as: attacker });
  expect(accepted.status).toBe(204);
});

test("API15 API16 SEC13 a super admin is asked which of two organizations is meant, and names both by id and name", async () => {
  const id = await twins("ambiguous");
  for (const method of ["GET", "DELETE"]) {
    const answer = await ask(root, method, id);
    expect(answer.status).toBe(409);
    const { code, organizations, details } = (await answer.json()) as ProblemBody;
    expect(code).toBe("AMBIGUOUS_DEPLOYMENT");
    const both = [
      { id: victim.organizationId, name: "Acme" },
      { id: accomplice.organizationId, name: "Evil" },
    ];
    expect(organizations).toHaveLength(2);
    expect(organizations).toEqual(expect.arrayContaining(both));
    expect(details?.[0]).toMatch(/^organizationId: must be org_\w+ or org_\w+$/);
  }
  expect((await ask(victim, "GET", id)).status).toBe(200);
  expect((await ask(accomplice, "GET", id)).status).toBe(200);
});

test("API15 API16 SEC13 a super admin reads and deletes the deployment of the organization that is named, and never its twin", async () => {
  const id = await twins("named");
  for (const [person, count] of [
    [victim, 1],
    [accomplice, 2],
  ] as const) {
    const found = (await (await ask(root, "GET", id, person.organizationId)).json()) as Deployment;
    expect(found).toMatchObject({ id, organizationId: person.organizationId, databaseCount: count });
  }
  expect((await ask(root, "DELETE", id, accomplice.organizationId)).status).toBe(204);
  expect((await ask(root, "DELETE", id, accomplice.organizationId)).status).toBe(404);
  expect((await ask(accomplice, "GET", id)).status).toBe(404);
  expect((await ask(victim, "GET", id)).status).toBe(200);
  // Only one is left, so no choice is needed any more.
  const left = (await (await ask(root, "GET", id)).json()) as Deployment;
  expect(left.organizationId).toBe(victim.organizationId);
});

test("SEC13 a deleted twin that the index still lists does not make its id ambiguous", async () => {
  const id = await twins("lagging");
  const behind = withLaggingIndex(world);
  const get = async () =>
    await call(behind, "GET", `/deployments/${id}`, { as: await signInAgain(world, root) });
  expect((await get()).status).toBe(409);
  expect((await ask(root, "DELETE", id, accomplice.organizationId)).status).toBe(204);
  const left = await get();
  expect(left.status).toBe(200);
  expect(((await left.json()) as Deployment).organizationId).toBe(victim.organizationId);
});

test("SEC12 SEC13 whoever is no super admin meets their own deployment only, whichever organization they name", async () => {
  const id = await twins("foreign");
  for (const organizationId of [accomplice.organizationId, "org_00000000000000000000000000"])
    for (const method of ["GET", "DELETE"]) {
      const { requestId: _, ...body } = (await (
        await ask(victim, method, id, organizationId)
      ).json()) as ProblemBody;
      expect(body).toEqual({ code: "NOT_FOUND", message: "Deployment not found" });
    }
  expect((await ask(victim, "GET", id, victim.organizationId)).status).toBe(200);
  expect((await ask(victim, "DELETE", id, victim.organizationId)).status).toBe(204);
  expect((await ask(accomplice, "GET", id)).status).toBe(200);
  expect((await ask(root, "GET", id, "x".repeat(65))).status).toBe(400);
  expect((await ask(root, "GET", id, "no-id")).status).toBe(400);
});

test("P2 a deployment whose organization is named is read in two round trips by a super admin too, else in three", async () => {
  const id = await report(victimsKey, "alone", 1);
  const roundTrips = async (organizationId?: string) => {
    const as = await signInAgain(world, root);
    world.recorder.clear();
    const query = organizationId ? `?organizationId=${organizationId}` : "";
    expect((await call(world, "GET", `/deployments/${id}${query}`, { as })).status).toBe(200);
    return world.recorder.sequentialRoundTrips();
  };
  expect(await roundTrips(victim.organizationId)).toBe(2);
  expect(await roundTrips()).toBe(3);
});
