import { encodeCursor } from "@shardwatch/core/kit/cursor";
import { describe, expect, test } from "vitest";
import { superAdmin } from "../support/administer.ts";
import { auditOf, founder, storedEvents } from "../support/audit.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, type Person, signInAgain } from "../support/world.ts";

const world = await worldOfFile();
const hour = 3_600_000;

const storedLooks = async ({ organizationId }: Person) =>
  (await storedEvents(world, organizationId)).filter((one) => one.action === "organization.viewed");

describe("AUD02 the audit, of what super admins look into,", () => {
  test("has a super admin's look into another organization once an hour, and does not name them to members", async () => {
    const ada = await founder(world);
    const root = await superAdmin(world);
    const listAsRoot = () =>
      call(world, "GET", `/deployments?organizationId=${ada.organizationId}`, { as: root });
    for (let count = 0; count < 3; count += 1) expect((await listAsRoot()).status).toBe(200);
    const views = async () => (await auditOf(world, ada, "?action=organization.viewed")).events;
    expect((await views()).map(({ actor }) => actor)).toEqual([
      { kind: "person", id: root.accountId, name: "Shardwatch administrator" },
    ]);
    world.clock.advance(hour);
    const later = await signInAgain(world, root);
    await call(world, "GET", `/deployments?organizationId=${ada.organizationId}`, { as: later });
    expect(await storedLooks(ada)).toHaveLength(2);
  });

  test.each([
    "/databases",
    "/databases.csv",
    "/deployments.csv",
    "/outlook",
    "/outlook.csv",
    "/outlook/licenses",
    "/outlook/licenses.csv",
    "/sources",
    "/accounts",
    "/audit",
  ])("has a look by GET %s", async (path) => {
    const ada = await founder(world);
    const root = await superAdmin(world);
    await call(world, "GET", `${path}?organizationId=${ada.organizationId}`, { as: root });
    const events = await storedEvents(world, ada.organizationId);
    expect(events.at(-1)).toMatchObject({ action: "organization.viewed", actorId: root.accountId });
  });

  test("MND08 has a look by a cursor that names an organization", async () => {
    const ada = await founder(world);
    const { compositeKey } = await createKey(world, ada);
    await send(world, compositeKey, reportOf(world, [reported("cache")]));
    const root = await superAdmin(world);
    const cursor = encodeCursor({ organization: ada.organizationId, after: `DEP#dep_${"0".repeat(20)}` });
    const answer = await call(world, "GET", `/deployments?cursor=${cursor}`, { as: root });
    expect(await answer.json()).toMatchObject({ deployments: [{ organizationId: ada.organizationId }] });
    expect(await storedLooks(ada)).toHaveLength(1);
  });

  test("MND08 has a look by every route that can name another organization", async () => {
    const document = (await (await call(world, "GET", "/openapi.json")).json()) as {
      paths: Record<string, { get?: { parameters?: { name: string; in: string }[] } }>;
    };
    const paths = Object.entries(document.paths).flatMap(([path, { get }]) =>
      get?.parameters?.some(({ name }) => name === "organizationId") && !path.includes("{") ? [path] : [],
    );
    expect(paths.length).toBeGreaterThan(8);
    const root = await superAdmin(world);
    const unseen: string[] = [];
    for (const path of paths) {
      const ada = await founder(world);
      const as = await signInAgain(world, root);
      const answer = await call(world, "GET", `${path}?organizationId=${ada.organizationId}`, { as });
      if (answer.status !== 200 || (await storedLooks(ada)).length !== 1)
        unseen.push(`${path}: ${answer.status}`);
    }
    expect(unseen).toEqual([]);
  });

  test("MND08 has a look at every organization that a filter names, by id or by one of its deployments", async () => {
    const [ada, bob, eve] = [await founder(world), await founder(world), await founder(world)];
    const ids: string[] = [];
    for (const each of [ada, bob, eve]) {
      const { compositeKey } = await createKey(world, each);
      const report = await send(world, compositeKey, reportOf(world, [reported("cache")]));
      const { deployments } = (await report.json()) as { deployments: { id: string }[] };
      ids.push(deployments[0]?.id ?? "");
    }
    const as = await superAdmin(world);
    const counts = async () =>
      (await Promise.all([ada, bob, eve].map(storedLooks))).map(({ length }) => length);
    await call(world, "GET", "/deployments.csv", { as });
    await call(world, "GET", "/deployments?status=up", { as });
    expect(await counts(), "the list of all names nobody").toEqual([0, 0, 0]);
    const named = await call(
      world,
      "GET",
      `/deployments.csv?org=${ada.organizationId},${bob.organizationId}`,
      { as },
    );
    expect(named.status).toBe(200);
    expect(await counts()).toEqual([1, 1, 0]);
    await call(world, "GET", `/deployments.csv?search=${ids[2]}`, { as });
    expect(await counts()).toEqual([1, 1, 1]);
  });

  test("MND08 SCR09 has a look by a change of patched versions that changes nothing, because its answer has them", async () => {
    const ada = await founder(world);
    const as = await superAdmin(world);
    const path = `/patched-versions?engine=redis&version=7.2.4&organizationId=${ada.organizationId}`;
    expect((await call(world, "DELETE", path, { as })).status).toBe(200);
    expect(await storedLooks(ada)).toHaveLength(1);
  });

  test("MND08 has a look at an account of the organization, and a member's filter has none", async () => {
    const ada = await founder(world);
    const as = await superAdmin(world);
    expect((await call(world, "GET", `/accounts/${ada.accountId}`, { as })).status).toBe(200);
    expect(await storedLooks(ada)).toHaveLength(1);
    const bob = await founder(world);
    await call(world, "GET", `/deployments?org=${bob.organizationId}`, { as: bob });
    expect(await storedLooks(bob)).toEqual([]);
  });

  test("has a look at an organization and at one of its deployments, and none of a member", async () => {
    const ada = await founder(world);
    const { compositeKey } = await createKey(world, ada);
    const report = await send(world, compositeKey, reportOf(world, [reported("cache")]));
    const { deployments } = (await report.json()) as { deployments: { id: string }[] };
    const paths = [`/organizations/${ada.organizationId}`, `/deployments/${deployments[0]?.id}`];
    for (const path of paths) await call(world, "GET", path, { as: ada });
    expect(await storedLooks(ada)).toEqual([]);
    for (const [index, path] of paths.entries()) {
      await call(world, "GET", path, { as: await superAdmin(world) });
      expect(await storedLooks(ada)).toHaveLength(index + 1);
    }
  });

  test("AUD02 P2 has a look at a deployment that takes three round trips, the first of the hour too", async () => {
    const ada = await founder(world);
    const { compositeKey } = await createKey(world, ada);
    const report = await send(world, compositeKey, reportOf(world, [reported("cache")]));
    const { deployments } = (await report.json()) as { deployments: { id: string }[] };
    const root = await superAdmin(world);
    for (let count = 0; count < 2; count += 1) {
      world.recorder.clear();
      await call(world, "GET", `/deployments/${deployments[0]?.id}`, { as: root });
      expect(world.recorder.sequentialRoundTrips()).toBe(3);
    }
    expect(await storedLooks(ada)).toHaveLength(1);
  });
});
