import type { AuditEvent } from "@shardwatch/core/contract/audit";
import { auditedActions } from "@shardwatch/core/contract/audited-actions";
import { mostRefusals } from "@shardwatch/core/audit/bounded";
import { timeToLiveAttribute } from "@shardwatch/core/table/schema";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { assign, superAdmin } from "../support/administer.ts";
import { auditOf, storedEvents, told } from "../support/audit.ts";
import { invite } from "../support/invitations.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { everyRow } from "../support/rows.ts";
import { saveView } from "../support/views.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const newest = async (as: Person, query = ""): Promise<AuditEvent | undefined> =>
  (await auditOf(world, as, query)).events[0];

const storedLooks = async ({ organizationId }: Person) =>
  (await storedEvents(world, organizationId)).filter((one) => one.action === "organization.viewed");

/** A person with an organization in which nothing has happened yet but its creation. */
async function founder(): Promise<Person> {
  const person = await signUp(world, { firstName: "Ada", lastName: "Lovelace", company: "Engines" });
  world.clock.advance(minute);
  return person;
}

describe("AUD01 an event says", () => {
  test("who did what to which object, with the name it had, from where, and in which request", async () => {
    const ada = await founder();
    const answer = await call(world, "POST", "/access-key", {
      as: ada,
      body: { name: "Orders" },
      headers: { "user-agent": `Browser\u0007 ${"x".repeat(200)}` },
    });
    const { keyId } = (await answer.json()) as { keyId: string };
    expect(await newest(ada)).toEqual({
      id: expect.stringMatching(/^aud_/) as string,
      at: new Date(world.clock.now()).toISOString(),
      action: "accessKey.created",
      actor: { kind: "person", id: ada.accountId, name: "Ada Lovelace" },
      object: { kind: "accessKey", id: keyId, name: "Orders" },
      changes: [],
      deployments: null,
      address: null,
      client: expect.stringMatching(/^Browser x{90,91}$/) as string,
      result: "ok",
      requestId: answer.headers.get("x-request-id"),
    });
  });

  test.each([
    ["203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ])("of the address %s only the network", async (sourceIp, network) => {
    const ada = await founder();
    const init = {
      method: "PATCH",
      headers: {
        origin: "http://localhost:5173",
        cookie: `shardwatch_session=${ada.session.reveal()}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ name: "Engines" }),
    };
    await world.app.request("/me/organization", init, { requestContext: { http: { sourceIp } } });
    expect((await newest(ada))?.address).toBe(network);
  });

  test("what a field was before and is after, and nothing of a field that stays", async () => {
    const ada = await founder();
    const body = { name: "Difference Engines", description: "", onlyAdminsManageSources: true };
    await call(world, "PATCH", "/me/organization", { as: ada, body });
    expect((await newest(ada))?.changes).toEqual([
      { field: "name", before: "Engines", after: "Difference Engines" },
      { field: "onlyAdminsManageSources", before: "no", after: "yes" },
    ]);
  });

  test("one deletion of a source with the number of its deployments and the first 50 of them", async () => {
    const [ada, host] = [await founder(), await founder()];
    const { compositeKey, keyId } = await createKey(world, ada, "Many caches");
    const deployments = Array.from({ length: 60 }, (_, index) => reported(`cache ${index}`));
    await send(world, compositeKey, reportOf(world, deployments));
    const id = await invite(world, host, ada);
    expect((await call(world, "POST", `/invitations/${id}/accept`, { as: ada })).status).toBe(204);
    for (const { organizationId } of [ada, host]) {
      const moved = (await storedEvents(world, organizationId)).filter(
        (one) => one.action === "source.moved",
      );
      expect(moved).toMatchObject([{ objectId: keyId, objectName: "Many caches", deploymentCount: 60 }]);
      expect(moved[0]?.deployments).toHaveLength(50);
    }
  });
});

test("AUD01 an organization that is left and one that is joined each learn their own part only", async () => {
  const [ada, host] = [await founder(), await founder()];
  const left = ada.organizationId;
  const root = await superAdmin(world);
  await assign(world, root, { ...ada, organizationId: host.organizationId }, ["VIEWER"]);
  const [there] = (await storedEvents(world, host.organizationId)).slice(-1);
  const [here] = (await storedEvents(world, left)).slice(-1);
  expect(there?.changes).toContain(host.organizationId);
  expect(there?.changes).not.toContain(left);
  expect(here?.changes).toContain(left);
  expect(here?.changes).not.toContain(host.organizationId);
});

test("AUD01 the event of a change fits into one write unit and expires after 400 days", async () => {
  const ada = await founder();
  await createKey(world, ada, "n".repeat(50));
  const rows = (await everyRow(world)).filter(({ pk }) => pk === `AUDIT#${ada.organizationId}`);
  expect(rows.length).toBeGreaterThan(2);
  for (const row of rows) {
    expect(JSON.stringify(row).length).toBeLessThan(900);
    expect(Number(row[timeToLiveAttribute]) * 1_000 - Number(row["at"])).toBe(400 * day);
  }
});

test("AUD01 a refused attempt is recorded with its code, at most 60 an hour of a person", async () => {
  const ada = await founder();
  const viewer = await signUp(world, {}, ["VIEWER"]);
  await join(world, viewer, ada);
  const refused = async () =>
    (await storedEvents(world, ada.organizationId)).filter((one) => one.result !== "ok");
  const attempt = () =>
    call(world, "POST", "/invitations", { as: viewer, body: { inviteeEmail: "a@b.example" } });
  expect((await attempt()).status).toBe(403);
  expect(await refused()).toMatchObject([
    { action: "invitation.created", result: "FORBIDDEN", actorId: viewer.accountId },
  ]);
  for (let count = 0; count < mostRefusals + 5; count += 1) await attempt();
  expect(await refused()).toHaveLength(mostRefusals);
  const colleague = await signUp(world, {}, ["VIEWER"]);
  await join(world, colleague, ada);
  await call(world, "POST", "/invitations", { as: colleague, body: { inviteeEmail: "a@b.example" } });
  expect(await refused()).toHaveLength(mostRefusals + 1);
});

test("AUD01 a text in a path that is no id is not recorded", async () => {
  const ada = await founder();
  await call(world, "DELETE", "/access-key/sw_planted-secret", { as: ada });
  expect((await newest(ada))?.object).toEqual({ kind: "accessKey", id: null, name: null });
});

describe("AUD02 the audit", () => {
  test("is for managers of the organization, and outlives it", async () => {
    const [ada, other] = [await founder(), await founder()];
    const viewer = await signUp(world, {}, ["VIEWER"]);
    await join(world, viewer, ada);
    expect((await call(world, "GET", "/audit", { as: viewer })).status).toBe(403);
    const foreign = `/audit?organizationId=${other.organizationId}`;
    expect((await call(world, "GET", foreign, { as: ada })).status).toBe(403);
    const root = await superAdmin(world);
    await call(world, "DELETE", `/organizations/${ada.organizationId}`, { as: root });
    world.clock.advance(minute);
    const query = `?organizationId=${ada.organizationId}&action=organization`;
    await auditOf(world, root, query);
    const { events } = await auditOf(world, root, query);
    expect(events.map(told)).toEqual([
      "organization.viewed ok",
      "organization.deleted ok",
      "organization.created ok",
    ]);
  });

  test("is filtered by person, action, kind, object, result, time and text", async () => {
    const ada = await founder();
    const bob = await signUp(world, { firstName: "Bob" }, ["VIEWER"]);
    await join(world, bob, ada);
    const { keyId } = await createKey(world, ada, "Payments");
    world.clock.advance(5 * minute);
    const since = new Date(world.clock.now()).toISOString();
    await createKey(world, bob, "Carts");
    world.clock.advance(1);
    await call(world, "DELETE", `/access-key/${keyId}`, { as: bob });
    world.clock.advance(1);
    await saveView(world, bob, { name: "Stale ones", shared: true });
    const found = async (query: string) => (await auditOf(world, ada, `?${query}`)).events.map(told);
    const [carts, payments] = ["accessKey.created ok", "accessKey.created ok"];
    expect(await found(`actor=${bob.accountId}`)).toEqual([
      "view.created ok",
      "accessKey.revoked NOT_YOUR_SOURCE",
      carts,
    ]);
    expect(await found("action=accessKey.created")).toEqual([carts, payments]);
    expect(await found("action=view")).toEqual(["view.created ok"]);
    expect(await found(`object=${keyId}`)).toEqual(["accessKey.revoked NOT_YOUR_SOURCE", payments]);
    expect(await found("result=refused")).toEqual(["accessKey.revoked NOT_YOUR_SOURCE"]);
    expect(await found(`action=accessKey.created&from=${since}`)).toEqual([carts]);
    const before = new Date(Date.parse(since) - 1).toISOString();
    expect(await found(`action=accessKey.created&to=${before}`)).toEqual([payments]);
    expect(await found("search=PAYM")).toEqual(["accessKey.revoked NOT_YOUR_SOURCE", payments]);
    expect(await found("search=bob%20person")).toContain("view.created ok");
    expect(await found("search=nothing-like-it")).toEqual([]);
    expect((await call(world, "GET", "/audit?action=key", { as: ada })).status).toBe(400);
  });

  test("goes on by cursor, newest first, also with a filter, and refuses a forged cursor", async () => {
    const ada = await founder();
    for (const name of ["a", "b", "c", "d", "e"]) {
      world.clock.advance(1);
      await createKey(world, ada, `Key ${name}`);
    }
    for (const filter of ["", "&action=accessKey"]) {
      const names: (string | null)[] = [];
      let query = `?limit=2${filter}`;
      for (;;) {
        const { events, nextCursor } = await auditOf(world, ada, query);
        names.push(...events.map(({ object }) => object.name));
        if (nextCursor === undefined) break;
        query = `?limit=2${filter}&cursor=${nextCursor}`;
      }
      expect(names.slice(0, 5)).toEqual(["e", "d", "c", "b", "a"].map((name) => `Key ${name}`));
    }
    expect((await call(world, "GET", "/audit?cursor=eyJiZWZvcmUiOiJ4In0", { as: ada })).status).toBe(400);
  });

  test("is a CSV file with the same filter, in which a name is no formula", async () => {
    const ada = await founder();
    await call(world, "PATCH", "/me/organization", { as: ada, body: { name: "=1+1 Engines" } });
    const answer = await call(world, "GET", "/audit.csv?action=organization.changed", { as: ada });
    expect(answer.headers.get("content-disposition")).toContain("audit-2026-03-");
    expect(parse(await answer.text(), { columns: true })).toMatchObject([
      {
        action: "organization.changed",
        actorName: "Ada Lovelace",
        objectName: "'=1+1 Engines",
        changes: "name: Engines -> =1+1 Engines",
        result: "ok",
      },
    ]);
  });

  test("has a super admin's look into another organization once an hour, and does not name them to members", async () => {
    const ada = await founder();
    const root = await superAdmin(world);
    const look = () => call(world, "GET", `/deployments?organizationId=${ada.organizationId}`, { as: root });
    for (let count = 0; count < 3; count += 1) expect((await look()).status).toBe(200);
    const looks = async () => (await auditOf(world, ada, "?action=organization.viewed")).events;
    expect((await looks()).map(({ actor }) => actor)).toEqual([
      { kind: "person", id: root.accountId, name: "Shardwatch administrator" },
    ]);
    world.clock.advance(hour);
    const later = await signInAgain(world, root);
    await call(world, "GET", `/deployments?organizationId=${ada.organizationId}`, { as: later });
    expect(await storedLooks(ada)).toHaveLength(2);
  });

  test.each(["/databases", "/databases.csv", "/deployments.csv", "/sources", "/accounts", "/audit"])(
    "has a look by GET %s",
    async (path) => {
      const ada = await founder();
      const root = await superAdmin(world);
      await call(world, "GET", `${path}?organizationId=${ada.organizationId}`, { as: root });
      const events = await storedEvents(world, ada.organizationId);
      expect(events.at(-1)).toMatchObject({ action: "organization.viewed", actorId: root.accountId });
    },
  );

  test("has a look at an organization and at one of its deployments, and none of a member", async () => {
    const ada = await founder();
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
});

test("AUD01 an agent that may not take a deployment over is in the audit, with its key", async () => {
  const ada = await founder();
  const viewer = await signUp(world, {}, ["VIEWER"]);
  await join(world, viewer, ada);
  const owner = await createKey(world, ada, "Owner");
  const other = await createKey(world, viewer, "Other");
  await send(world, owner.compositeKey, reportOf(world, [reported("cache")]));
  for (let count = 0; count < 3; count += 1) {
    world.clock.advance(minute);
    await send(
      world,
      other.compositeKey,
      reportOf(world, [reported("cache")], { agent: { id: "other00000000000", version: "1.0.0" } }),
    );
  }
  const { events } = await auditOf(world, ada, "?result=refused");
  expect(events.map(({ action, actor, result }) => ({ action, actor, result }))).toEqual([
    {
      action: "deployment.refused",
      actor: { kind: "accessKey", id: other.keyId, name: "Other" },
      result: "OWNED_BY_ANOTHER_KEY",
    },
  ]);
  expect(events[0]?.deployments?.count).toBe(1);
});

test("AUD01 what a person keeps for themselves is not in the audit", async () => {
  const ada = await founder();
  await saveView(world, ada, { name: "Mine", shared: false });
  expect((await newest(ada))?.action).not.toBe("view.created");
  expect(auditedActions).toContain("view.created");
});
