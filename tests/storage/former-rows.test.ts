import type { AccessKey } from "@shardwatch/core/contract/source/access-key";
import type { Account } from "@shardwatch/core/contract/people/account";
import type { DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import type { OrganizationListItem } from "@shardwatch/core/contract/people/organization";
import type { SavedView } from "@shardwatch/core/contract/deployment/view";
import type { RedisCloud } from "@shardwatch/core/contract/source/redis-cloud";
import type { ReportedDeployment } from "@shardwatch/core/contract/report/report";
import { readCodedTrails } from "@shardwatch/core/history/trail.table";
import { batchGetAll } from "@shardwatch/core/table/batch";
import type { Key } from "@shardwatch/core/table/keys";
import { versionAttribute } from "@shardwatch/core/table/row";
import { timeToLiveAttribute } from "@shardwatch/core/table/schema";
import { tick } from "@shardwatch/functions/jobs/tick";
import { work } from "@shardwatch/functions/jobs/work";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fleetOf as databasesOf, newcomer, rebuiltFleet } from "../support/fleet.ts";
import { reported, send } from "../support/reports.ts";
import { declaredKinds, kindOf } from "../support/row-kinds.ts";
import { call } from "../support/world.ts";
import { answersTo, personOf } from "./answers.ts";
import { type Fixture, type Item, load, readFixture, releases, type Stage, startStage } from "./fixtures.ts";
import type { Handles } from "./people.ts";
import { awsContent, fleetOf, minute, orders, second } from "./story.ts";

const newest = releases().at(-1) ?? "";
const keyOf = (item: Item): Key => ({ pk: item["pk"]?.S ?? "", sk: item["sk"]?.S ?? "" });

/** The attributes that any kind of row may have beside its fields. */
const common = ["pk", "sk", "gsi1pk", "gsi1sk", timeToLiveAttribute, versionAttribute];

/** Kinds that this release reads, and only former ones wrote. */
const formerKinds = ["announcement"];

test("R22 there are rows of every kind that this release declares, and of no other", async () => {
  const kinds = new Set(readFixture(newest).items.map((item) => kindOf(keyOf(item))));
  expect([...kinds, ...formerKinds].toSorted()).toEqual([...(await declaredKinds()).keys()].toSorted());
});

describe.each(releases())("rows of %s", (release) => {
  let fixture: Fixture;
  let handles: Handles;
  let stage: Stage;

  beforeAll(async () => {
    fixture = readFixture(release);
    ({ handles } = fixture);
    stage = await startStage();
    await load(stage.world, fixture);
  });
  afterAll(() => stage.stop());

  const ask = async (who: keyof Handles["people"], method: string, path: string, body?: unknown) =>
    await call(stage.world, method, path, {
      as: personOf(handles, who),
      ...(body !== undefined && { body }),
    });
  const read = async <T>(who: keyof Handles["people"], path: string): Promise<T> =>
    (await (await ask(who, "GET", path)).json()) as T;
  const deploymentsOf = async (who: keyof Handles["people"]) =>
    (await read<DeploymentList>(who, "/deployments")).deployments;
  const report = async (who: keyof Handles["keys"], deployments: ReportedDeployment[]) => {
    const answer = await send(stage.world, handles.keys[who], fleetOf(stage.world, who, deployments));
    return { status: answer.status, body: (await answer.json()) as { refused?: { key: string }[] } };
  };

  test("R22 are known whole: no attribute of theirs is a stranger to its kind", async () => {
    const kinds = await declaredKinds();
    const rows = await batchGetAll(stage.world.services.table, fixture.items.map(keyOf));
    expect(rows).toHaveLength(fixture.items.length);
    const strange = rows.flatMap((row) => {
      const kind = kinds.get(kindOf(row));
      if (!kind) return [kindOf(row)];
      kind.read(row);
      const known = new Set([...common, ...Object.values<string>(kind.attribute)]);
      return Object.keys(row).flatMap((name) => (known.has(name) ? [] : [`${kind.name}: ${name}`]));
    });
    expect(new Set(strange)).toEqual(new Set());
  });

  test("SLF07 R22 HIS01 have trails that this release can read", async () => {
    const keys = fixture.items.map(keyOf).filter((key) => kindOf(key) === "trail");
    const trails = readCodedTrails(await batchGetAll(stage.world.services.table, keys), fixture.handles.now);
    expect(trails).toHaveLength(keys.length);
  });

  test("SLF07 R22 give the answers that they gave in their release", async () => {
    // A later release may add fields to an answer.
    expect(await answersTo(stage.world, handles)).toMatchObject(fixture.answers);
  });

  /** Lists the databases as a process that has read nothing yet. */
  async function expectSameDatabases() {
    const ctx = newcomer(stage.world, handles.people.ada.organizationId);
    const rows = await databasesOf(ctx);
    expect(rows.length).toBeGreaterThan(3);
    expect(rows).toEqual(await rebuiltFleet(ctx));
  }

  test("SLF07 R22 DBS02 give the same databases as their deployments", async () => {
    await expectSameDatabases();
    await expectSameDatabases();
  });

  test("SLF07 R22 P1 take in the reports of agents with old keys, the unchanged ones for one write unit", async () => {
    const { clock, recorder } = stage.world;
    clock.advance(minute);
    recorder.clear();
    expect((await report("gina", [reported("of gina")])).status).toBe(202);
    expect(recorder.sent.reduce((units, { writeUnits }) => units + writeUnits, 0)).toBe(1);
    expect((await report("eve", [orders(), reported("of eve")])).body.refused).toMatchObject([
      { key: "orders" },
    ]);
    clock.advance(second);
    expect((await report("gina", [reported("of gina", { name: "renamed" })])).status).toBe(429);
    clock.advance(minute);
    expect((await report("gina", [reported("of gina", { name: "renamed" })])).status).toBe(202);
    expect((await deploymentsOf("ada")).map(({ name }) => name)).toContain("renamed");
  });

  test("SLF07 R22 keep a deleted deployment away from late reports, and bring it back with a newer one", async () => {
    const late = { ...fleetOf(stage.world, "ada", [orders(), reported("deleted")]) };
    const before = new Date(handles.now - 1).toISOString();
    await send(stage.world, handles.keys.ada, { ...late, measuredAt: before });
    expect((await ask("ada", "GET", `/deployments/${handles.ids.deleted}`)).status).toBe(404);
    expect((await report("ada", [orders(), reported("deleted")])).status).toBe(202);
    expect((await ask("ada", "GET", `/deployments/${handles.ids.deleted}`)).status).toBe(200);
  });

  test("SLF07 R22 are taken over by whom they allow, and deleted with a notification of each member", async () => {
    stage.world.clock.advance(6 * minute);
    expect((await report("eve", [orders()])).body.refused).toMatchObject([{ key: "orders" }]);
    expect((await report("bob", [orders(), reported("moved")])).body.refused).toBeUndefined();
    const { accessKeys } = await read<{ accessKeys: AccessKey[] }>("ada", "/access-key");
    const ofBob = accessKeys.find(({ name }) => name === "Key of bob");
    expect(ofBob?.deployments.first).toContain(handles.ids.orders);
    expect((await ask("ada", "DELETE", `/deployments/${handles.ids.orders}`)).status).toBe(204);
    const { unreadCount } = await read<{ unreadCount: number }>("bob", "/notifications");
    expect((await ask("bob", "PATCH", "/notifications/read")).status).toBe(204);
    expect(unreadCount).toBeGreaterThan(1);
    expect(await read("bob", "/notifications")).toMatchObject({ unreadCount: 0 });
  });

  test("SLF07 R22 let an invitation be accepted, a key be created and revoked, and an external ID stay the same", async () => {
    expect((await ask("carol", "POST", `/invitations/${handles.ids.invitation}/accept`)).status).toBe(204);
    expect(await read("carol", "/me/organization")).toMatchObject({ name: "Acme" });
    const { keyId } = (await (
      await ask("ada", "POST", "/access-key", { name: "Another" })
    ).json()) as AccessKey;
    expect((await ask("ada", "DELETE", `/access-key/${keyId}`)).status).toBe(204);
    const { integrations } = await read<{ integrations: { externalId: string }[] }>(
      "ada",
      "/api/elasticache",
    );
    const issued = (await (await ask("ada", "POST", "/api/elasticache/external-id")).json()) as object;
    expect(integrations).toMatchObject([issued]);
  });

  test("SLF07 R22 are read again from their accounts, and what was begun with them is finished", async () => {
    const { services, queue } = stage.world;
    type Roles = { integrations: { roleArn: string; externalId: string }[] };
    const { state } = stage.integrations.of.elasticache.aws;
    for (const { roleArn, externalId } of (await read<Roles>("ada", "/api/elasticache")).integrations) {
      const [, , , , account = ""] = roleArn.split(":");
      state.roles.push({ arn: roleArn, externalIds: [externalId] });
      state.accounts[account] = awsContent;
    }
    await tick(services, queue);
    for (let next = queue.take(); next; next = queue.take())
      expect(await work(services, JSON.stringify(next.job)), next.job.kind).toBe(true);
    expect((await ask("root", "DELETE", `/accounts/${handles.people.ivy.accountId}`)).status).toBe(204);
    const { redisClouds } = await read<{ redisClouds: RedisCloud[] }>("ada", "/redis-cloud");
    expect(redisClouds).toMatchObject([{ id: handles.ids.redisCloud, status: "ok" }]);
    expect(new Date(redisClouds[0]?.lastSyncAt ?? 0).getTime()).toBe(stage.world.clock.now());
    expect(await read("ada", "/api/elasticache")).toMatchObject({
      integrations: [{ status: "ok", caches: 1 }],
    });
    expect((await deploymentsOf("ada")).map(({ name }) => name)).toContain("of hank");
    const { organizations } = await read<{ organizations: OrganizationListItem[] }>("root", "/organizations");
    expect(organizations.map(({ name }) => name)).not.toContain("Dave's");
    const { accounts } = await read<{ accounts: Account[] }>("root", "/accounts?limit=100");
    expect(accounts.map(({ firstName }) => firstName)).not.toContain("Ivy");
    expect(accounts.find(({ firstName }) => firstName === "Dave")).toMatchObject({ organization: null });
    await expectSameDatabases();
  });

  test("OUT06 R22 have a revision, which is 0 in rows from before there were revisions", async () => {
    const { views } = await read<{ views: SavedView[] }>("eve", "/views");
    const { redisClouds } = await read<{ redisClouds: RedisCloud[] }>("ada", "/redis-cloud");
    const { accessKeys } = await read<{ accessKeys: AccessKey[] }>("ada", "/access-key");
    const revisions = [...views, ...redisClouds, ...accessKeys].map(({ revision }) => revision);
    if (release < "0.4.0") expect(revisions).toEqual(revisions.map(() => 0));
    const changeable = [
      // There were no views before 0.3.0.
      ...views.filter(({ shared }) => shared).map((view) => ["eve", "PATCH", "/views", view] as const),
      ...redisClouds.map((account) => ["ada", "PUT", "/redis-cloud", account] as const),
    ];
    for (const [who, method, path, { id, revision }] of changeable)
      for (const [expected, status] of [
        [revision + 1, 412],
        [revision, 200],
        [revision, 412],
      ] as const) {
        const as = personOf(handles, who);
        const options = { as, headers: { "if-match": `"${expected}"` }, body: { name: "Renamed" } };
        expect((await call(stage.world, method, `${path}/${id}`, options)).status, path).toBe(status);
      }
  });
});
