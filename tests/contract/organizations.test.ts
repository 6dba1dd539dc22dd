import { organizationBeingDeleted } from "@shardwatch/core/access/scope.trusted";
import type {
  Organization,
  OrganizationDetail,
  OrganizationListItem,
} from "@shardwatch/core/contract/people/organization";
import type { ProblemBody } from "@shardwatch/core/contract/problem";
import { inBatches } from "@shardwatch/core/kit/in-batches";
import { finishDeletion, remove, unfinishedDeletions } from "@shardwatch/core/offboarding/organization";
import { countDeleted, countRows } from "@shardwatch/core/organization/delete";
import { describe, expect, test } from "vitest";
import { accountOf, assign, everyPage, superAdmin } from "../support/administer.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { organizationPartition, rowsOfOrganization } from "../support/scope.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { asRoot, call, createKey, join, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const root = await superAdmin(world);

const list = (query = "") =>
  everyPage<OrganizationListItem>(world, root, `/organizations${query}`, "organizations");

const ask = (method: string, id: string, body?: unknown, as = root) =>
  call(world, method, `/organizations/${id}`, { as, ...(body !== undefined && { body }) });

describe("organizations", () => {
  test("API19 API20 API21 ROL13 ROL14 ENT42 API47 a created one is answered, listed and shown with its members", async () => {
    const body = { name: "  Analytics  ", description: " The data people " };
    const answer = await call(world, "POST", "/organizations", { as: root, body });
    expect(answer.status).toBe(201);
    const { id, ...created } = (await answer.json()) as Organization;
    expect(created).toEqual({
      name: "Analytics",
      onlyAdminsManageSources: false,
      description: "The data people",
      members: [],
    });
    const member = await signUp(world);
    expect((await assign(world, root, member, ["VIEWER"], id)).status).toBe(200);
    const shown = (await (await ask("GET", id)).json()) as OrganizationDetail;
    const { accountId, identity } = member;
    const { firstName, lastName, email } = identity;
    expect(shown).toEqual({
      id,
      ...created,
      members: [{ id: accountId, firstName, lastName, email }],
      holds: { deployments: 0, accessKeys: 0 },
    });
    expect(await (await ask("GET", id, undefined, await signInAgain(world, member))).json()).toEqual(shown);
    expect((await list()).find((one) => one.id === id)).toEqual({
      id,
      name: "Analytics",
      description: "The data people",
      createdAt: new Date(world.clock.now()).toISOString(),
      deleting: false,
    });
  });

  test("API22 ROL15 PUT changes name and description; one that is left out stays, an empty one is removed", async () => {
    const { organizationId } = await signUp(world);
    const answer = await ask("PUT", organizationId, { name: " New name ", description: "text" });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ name: "New name", description: "text" });
    const without = await ask("PUT", organizationId, { name: "New name" });
    expect(await without.json()).toMatchObject({ name: "New name", description: "text" });
    const emptied = await ask("PUT", organizationId, { name: "New name", description: " " });
    expect(await emptied.json()).toMatchObject({ name: "New name", description: null });
  });

  test("API21 API22 ADM18 SEC22 an empty name, and texts that are too long, are answered 400", async () => {
    const { organizationId } = await signUp(world);
    const faults = [
      [{}, "Organization name is required"],
      [{ name: "   " }, "Organization name is required"],
      [{ name: "x".repeat(101) }, "Organization name must be no more than 100 characters long"],
      [{ name: "x", description: "x".repeat(501) }, "Description must be no more than 500 characters long"],
    ] as const;
    for (const [body, message] of faults)
      for (const answer of [
        await call(world, "POST", "/organizations", { as: root, body }),
        await ask("PUT", organizationId, body),
      ]) {
        expect(answer.status).toBe(400);
        expect(((await answer.json()) as ProblemBody).message).toBe(message);
      }
  });

  test("API51 the list goes on by cursor over every page", async () => {
    const all = await list();
    expect(all.length).toBeGreaterThan(3);
    expect(await list("?limit=2")).toEqual(all);
    expect((await call(world, "GET", "/organizations?cursor=made-up", { as: root })).status).toBe(400);
  });
});

describe("deleting an organization", () => {
  test("API23 ADM24 ADM25 ADM28 ROL16 R5 everything in it is gone, its keys are refused, its members stay without one", async () => {
    const [admin, colleague] = [await signUp(world), await signUp(world)];
    await join(world, colleague, admin);
    await assign(world, root, colleague, ["SUPER_ADMIN", "VIEWER"]);
    const id = admin.organizationId;
    const { compositeKey } = await createKey(world, admin);
    const report = () => send(world, compositeKey, reportOf(world, [reported("a"), reported("b")]));
    expect((await report()).status).toBe(202);
    expect(((await (await ask("GET", id)).json()) as OrganizationDetail).holds).toEqual({
      deployments: 2,
      accessKeys: 1,
    });
    const everything = async () => {
      const answer = await call(world, "GET", "/deployments", { as: root });
      return (await answer.json()) as { deployments: { organizationId: string }[] };
    };
    expect((await everything()).deployments.map(({ organizationId }) => organizationId)).toContain(id);

    expect((await ask("DELETE", id)).status).toBe(204);
    world.clock.advance(60_000);
    expect((await report()).status).toBe(401);
    expect((await everything()).deployments.map(({ organizationId }) => organizationId)).not.toContain(id);
    expect((await list()).map((one) => one.id)).not.toContain(id);
    for (const method of ["GET", "DELETE"]) expect((await ask(method, id)).status).toBe(404);
    expect((await ask("PUT", id, { name: "back" })).status).toBe(404);
    expect(await rowsOf(id)).toEqual([]);
    expect(await accountOf(world, root, admin)).toMatchObject({ organization: null, roles: [] });
    expect(await accountOf(world, root, colleague)).toMatchObject({
      organization: null,
      roles: ["SUPER_ADMIN"],
    });
    const own = await call(world, "GET", "/deployments", { as: admin });
    expect(await own.json()).toEqual({ deployments: [] });
    expect((await assign(world, root, admin, ["VIEWER"], id)).status).toBe(400);
    expect((await assign(world, root, admin, ["VIEWER"], root.organizationId)).status).toBe(200);
  });

  const rowsOf = async (id: string) => await world.services.table.queryAll(rowsOfOrganization(id));

  test("ADM24 a large one is deleted over several calls; meanwhile it is gone for everybody and told as being deleted", async () => {
    const admin = await signUp(world);
    const id = admin.organizationId;
    const { compositeKey } = await createKey(world, admin);
    const fleet = Array.from({ length: 12 }, (_, index) => reported(`server ${index}`));
    expect((await send(world, compositeKey, reportOf(world, fleet))).status).toBe(202);
    expect(await remove(asRoot(world), id, 6)).toBe(false);
    expect((await ask("GET", id)).status).toBe(404);
    expect((await list()).find((one) => one.id === id)).toMatchObject({
      deleting: true,
      deletion: { begunAt: new Date(world.clock.now()).toISOString(), deletedRows: 6, allRows: null },
    });
    expect(await unfinishedDeletions(world.services)).toContain(id);
    let calls = 1;
    while (!(await remove(asRoot(world), id, 6))) calls += 1;
    expect(calls).toBeGreaterThan(2);
    expect(await rowsOf(id)).toEqual([]);
    expect(await unfinishedDeletions(world.services)).not.toContain(id);
    expect((await ask("DELETE", id)).status).toBe(404);
  });
});

/** The organization in the list of super admins. */
async function listed(id: string): Promise<OrganizationListItem | undefined> {
  const answer = await call(world, "GET", "/organizations", { as: root });
  const { organizations } = (await answer.json()) as { organizations: OrganizationListItem[] };
  return organizations.find((one) => one.id === id);
}

const rowsOf = async (id: string) => await world.services.table.queryAll(rowsOfOrganization(id));

/** An organization with that many rows of history. */
async function withHistory(rows: number) {
  const admin = await signUp(world);
  await createKey(world, admin);
  const numbers = Array.from({ length: rows }, (_, index) => index);
  await inBatches(numbers, 25, (index) =>
    world.services.table.put({ pk: organizationPartition(admin.organizationId), sk: `HOURS#${index}` }),
  );
  return admin;
}

/** The services of a process in which each look at the clock takes that long. */
function slowed(milliseconds: number) {
  let time = world.clock.now();
  return { ...world.services, clock: { now: () => (time += milliseconds) } };
}

test("HIS12 ADM24 a deletion of many rows stops in time, continues where it was, and says how far it is", async () => {
  const admin = await withHistory(150);
  const id = admin.organizationId;
  expect(await remove(asRoot(world), id, 10)).toBe(false);
  expect(await listed(id)).toMatchObject({ deletion: { deletedRows: 10, allRows: null } });
  const all = (await rowsOf(id)).length + 10;
  await finishDeletion(slowed(30_000), id, 20);
  const first = (await listed(id))?.deletion;
  expect(first?.allRows).toBe(all);
  expect(first?.deletedRows).toBeGreaterThanOrEqual(30);
  expect(first?.deletedRows).toBeLessThanOrEqual(50);
  // What a late job of history has written is deleted with the rest, and the count is not wrong for it.
  await world.services.table.put({ pk: organizationPartition(id), sk: "DAYS#late" });
  await finishDeletion(slowed(30_000), id, 20);
  const second = (await listed(id))?.deletion;
  expect(second?.deletedRows).toBeGreaterThan(first?.deletedRows ?? Infinity);
  expect(second?.allRows).toBe(all);
  await finishDeletion(world.services, id);
  expect(await listed(id)).toBeUndefined();
  expect(await rowsOf(id)).toEqual([]);
});

test("HIS12 R1 what a slower job counts after the last row brings nothing back", async () => {
  const admin = await withHistory(5);
  const id = admin.organizationId;
  expect(await remove(asRoot(world), id, 1)).toBe(false);
  await Promise.all([finishDeletion(world.services, id), finishDeletion(world.services, id)]);
  await countDeleted(world.services, organizationBeingDeleted(id), 7);
  await countRows(world.services, organizationBeingDeleted(id));
  expect(await rowsOf(id)).toEqual([]);
});
