import type { AuditEvent } from "@shardwatch/core/contract/people/audit";
import { auditedActions } from "@shardwatch/core/contract/people/audited-actions";
import type { ReportAccepted } from "@shardwatch/core/contract/report/accepted";
import { timeToLiveAttribute } from "@shardwatch/core/table/schema";
import { parse } from "csv-parse/sync";
import { describe, expect, test } from "vitest";
import { assign, superAdmin } from "../support/administer.ts";
import { auditOf, founder, storedEvents, eventText } from "../support/audit.ts";
import { invite } from "../support/invitations.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { everyRow } from "../support/rows.ts";
import { saveView } from "../support/views.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signUp } from "../support/world.ts";

const world = await worldOfFile();
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const newest = async (as: Person, query = ""): Promise<AuditEvent | undefined> =>
  (await auditOf(world, as, query)).events[0];

describe("AUD01 an event says", () => {
  test("who did what to which object, with the name it had, from where, and in which request", async () => {
    const ada = await founder(world);
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
      reason: null,
      requestId: answer.headers.get("x-request-id"),
    });
  });

  test.each([
    ["203.0.113.9", "203.0.113.9"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
  ])("of the address %s only the network", async (sourceIp, network) => {
    const ada = await founder(world);
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
    const ada = await founder(world);
    const body = { name: "Difference Engines", description: "", onlyAdminsManageSources: true };
    await call(world, "PATCH", "/me/organization", { as: ada, body });
    expect((await newest(ada))?.changes).toEqual([
      { field: "name", before: "Engines", after: "Difference Engines" },
      { field: "onlyAdminsManageSources", before: "no", after: "yes" },
    ]);
  });

  test("one deletion of a source with the number of its deployments and the first 50 of them", async () => {
    const [ada, host] = [await founder(world), await founder(world)];
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
  const [ada, host] = [await founder(world), await founder(world)];
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

test("AUD01 whoever declines shows the organization neither their network nor their browser", async () => {
  const [ada, stranger] = [await founder(world), await founder(world)];
  const answer = async (as: Person, id: string, verb: string) => {
    // Events of the same moment have no order.
    world.clock.advance(1_000);
    const headers = {
      origin: "http://localhost:5173",
      cookie: `shardwatch_session=${as.session.reveal()}`,
      "user-agent": "Browser",
    };
    const from = { requestContext: { http: { sourceIp: "203.0.113.77" } } };
    // Events of the same moment have no order.
    world.clock.advance(1_000);
    await world.app.request(`/invitations/${id}/${verb}`, { method: "POST", headers }, from);
    return await newest(ada);
  };
  expect(await answer(stranger, await invite(world, ada, stranger), "reject")).toMatchObject({
    action: "invitation.rejected",
    actor: { id: stranger.accountId },
    address: null,
    client: null,
  });
  expect(await answer(ada, await invite(world, ada, stranger), "cancel")).toMatchObject({
    action: "invitation.cancelled",
    address: "203.0.113.77",
    client: "Browser",
  });
});

test("AUD01 the event of a change fits into one write unit and expires after 400 days", async () => {
  const ada = await founder(world);
  await createKey(world, ada, "n".repeat(50));
  const rows = (await everyRow(world)).filter(({ pk }) => pk === `AUDIT#${ada.organizationId}`);
  expect(rows.length).toBeGreaterThan(2);
  for (const row of rows) {
    expect(JSON.stringify(row).length).toBeLessThan(900);
    expect(Number(row[timeToLiveAttribute]) * 1_000 - Number(row["at"])).toBe(400 * day);
  }
});

describe("AUD02 the audit", () => {
  test("is for managers of the organization, and outlives it", async () => {
    const [ada, other] = [await founder(world), await founder(world)];
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
    expect(events.map(eventText)).toEqual([
      "organization.viewed ok",
      "organization.deleted ok",
      "organization.created ok",
    ]);
  });

  test("is filtered by person, action, kind, object, result, time and text", async () => {
    const ada = await founder(world);
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
    const found = async (query: string) => (await auditOf(world, ada, `?${query}`)).events.map(eventText);
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
    const ada = await founder(world);
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
    const ada = await founder(world);
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
});

test("AUD01 what a person keeps for themselves is not in the audit", async () => {
  const ada = await founder(world);
  await saveView(world, ada, { name: "Mine", shared: false });
  expect((await newest(ada))?.action).not.toBe("view.created");
  expect(auditedActions).toContain("view.created");
});

const audited = () =>
  world.logLines.filter((line) => line.includes('"audit"')).map((line) => JSON.parse(line) as object);

test("SEC20 who changed, deleted, created or revoked what is in the audit log, by ids and without a name", async () => {
  const root = await superAdmin(world);
  const person = await signUp(world, {
    firstName: "Grace",
    email: "grace@example.com",
    company: "Hopper Inc",
  });
  const { accountId, organizationId } = person;
  const ask = (method: string, path: string, body?: unknown) =>
    call(world, method, path, { as: root, ...(body !== undefined && { body }) });
  world.logLines.length = 0;

  const { keyId, compositeKey } = await createKey(world, person, "Grace key");
  const report = await send(world, compositeKey, reportOf(world, [reported("hopper-cache")]));
  const deploymentId = ((await report.json()) as ReportAccepted).deployments[0]?.id;
  await call(world, "DELETE", `/deployments/${deploymentId}`, { as: person });
  await call(world, "DELETE", `/access-key/${keyId}`, { as: person });
  await assign(world, root, person, ["ORG_ADMIN", "VIEWER"]);
  await ask("DELETE", `/accounts/${accountId}`);
  await ask("PUT", `/organizations/${organizationId}`, { name: "Hopper Research" });
  await ask("DELETE", `/organizations/${organizationId}`);

  const before = { organizationId, roles: ["ORG_ADMIN"] };
  const after = { organizationId, roles: ["ORG_ADMIN", "VIEWER"] };
  const [own, foreign] = [{ by: accountId }, { by: root.accountId }];
  expect(audited()).toMatchObject([
    { action: "accessKey.created", ...own, keyId, organizationId },
    { action: "deployment.deleted", ...own, deploymentId, organizationId },
    { action: "accessKey.revoked", ...own, keyId, organizationId },
    { action: "account.changed", ...foreign, accountId, before, after },
    { action: "account.deleted", ...foreign, accountId, organizationId },
    { action: "organization.changed", ...foreign, organizationId },
    { action: "organization.deleted", ...foreign, organizationId },
  ]);
  expect(world.logLines.join()).not.toMatch(/grace|hopper/i);
});
