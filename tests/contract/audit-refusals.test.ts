import type { AuditEvent } from "@shardwatch/core/contract/people/audit";
import { mostRefusals } from "@shardwatch/core/audit/bounded";
import { expect, test } from "vitest";
import { superAdmin } from "../support/administer.ts";
import { auditOf, founder, storedEvents } from "../support/audit.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
const minute = 60_000;

const newest = async (as: Person, query = ""): Promise<AuditEvent | undefined> =>
  (await auditOf(world, as, query)).events[0];

test("AUD01 a refused attempt is recorded with its code, at most 60 an hour of a person", async () => {
  const ada = await founder(world);
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

test("MND08 the audit says once an hour that more refusals of somebody were not recorded", async () => {
  const ada = await founder(world);
  const viewer = await signUp(world, {}, ["VIEWER"]);
  await join(world, viewer, ada);
  const attempts = async (count: number) => {
    const as = await signInAgain(world, viewer);
    for (let done = 0; done < count; done += 1)
      await call(world, "POST", "/invitations", { as, body: { inviteeEmail: "a@b.example" } });
  };
  const missing = async () =>
    (await storedEvents(world, ada.organizationId)).filter(
      ({ action }) => action === "audit.refusalsLeftOut",
    );
  await attempts(mostRefusals);
  expect(await missing()).toEqual([]);
  await attempts(3);
  expect(await missing()).toMatchObject([{ actorId: viewer.accountId, result: "ok" }]);
  world.clock.advance(60 * minute);
  await attempts(mostRefusals + 2);
  expect(await missing()).toHaveLength(2);
  const { events } = await auditOf(world, await signInAgain(world, ada), "?action=audit.refusalsLeftOut");
  expect(events[0]).toMatchObject({ actor: { id: viewer.accountId }, object: { kind: "audit", id: null } });
});

test("MND08 what was refused in a former organization hides nothing in the next one", async () => {
  const [ada, bob] = [await founder(world), await founder(world)];
  const viewer = await signUp(world, {}, ["VIEWER"]);
  await join(world, viewer, ada);
  const attempts = async (count: number) => {
    const as = await signInAgain(world, viewer);
    for (let done = 0; done < count; done += 1)
      await call(world, "POST", "/invitations", { as, body: { inviteeEmail: "a@b.example" } });
  };
  await attempts(mostRefusals + 2);
  await join(world, viewer, bob);
  await attempts(5);
  const refused = (await storedEvents(world, bob.organizationId)).filter((one) => one.result !== "ok");
  expect(refused).toHaveLength(5);
});

test("AUD01 a refused invitation has the address that was typed, and why it was refused", async () => {
  const ada = await founder(world);
  const refused = async (inviteeEmail: string) => {
    world.clock.advance(1_000);
    expect((await call(world, "POST", "/invitations", { as: ada, body: { inviteeEmail } })).ok).toBe(false);
    return await newest(ada);
  };
  expect(await refused(" nobody@example.com ")).toMatchObject({
    object: { kind: "invitation", id: null, name: "nobody@example.com" },
    result: "NO_ACCOUNT",
    reason: "No one with this email has signed in yet. Ask them to sign in once, then invite again.",
  });
  expect(await refused(ada.identity.email)).toMatchObject({
    result: "OWN_EMAIL",
    reason: "You can't invite yourself.",
  });
  const before = await newest(ada);
  expect(await refused("planted secret"), "no email").toEqual(before);
});

test("AUD01 a text in a path that is no id is not recorded", async () => {
  const ada = await founder(world);
  await call(world, "DELETE", "/access-key/sw_planted-secret", { as: ada });
  expect((await newest(ada))?.object).toEqual({ kind: "accessKey", id: null, name: null });
});

test("AUD01 R17 a refused request with a guessed id names nobody who is not of the organization", async () => {
  const ada = await founder(world);
  const stranger = await signUp(world, { firstName: "Secret", lastName: "Person" }, ["VIEWER"]);
  const root = await superAdmin(world);
  const removal = async (of: Person) => {
    world.clock.advance(1_000);
    await call(world, "DELETE", `/me/organization/members/${of.accountId}`, { as: ada });
    return (await newest(ada))?.object;
  };
  const unnamed = (of: Person) => ({ kind: "account", id: of.accountId, name: null });
  expect(await removal(stranger)).toEqual(unnamed(stranger));
  expect(await removal(root)).toEqual(unnamed(root));
  expect((await auditOf(world, ada, "?search=secret")).events).toEqual([]);
  expect(await removal(ada), "their own").toMatchObject({ name: "Ada Lovelace" });
  // The name of somebody who was a member stays with what was done.
  await join(world, stranger, ada);
  expect(await removal(stranger)).toMatchObject({ name: "Secret Person" });
  const { events } = await auditOf(world, ada, "?action=account.removed&result=ok");
  expect(events[0]?.object).toMatchObject({ id: stranger.accountId, name: "Secret Person" });
});

test("AUD01 an agent that may not take a deployment over is in the audit, with its key", async () => {
  const ada = await founder(world);
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
