import type { Run } from "@shardwatch/core/table/keys";
import { redisCloudsOf } from "@shardwatch/core/redis-cloud/redis-cloud.keys";
import { organizationKey } from "@shardwatch/core/organization/organization.keys";
import { notificationsOf } from "@shardwatch/core/notification/notification.keys";
import { invitationsTo } from "@shardwatch/core/invitation/invitation.keys";
import { deploymentsOf } from "@shardwatch/core/deployment/rows/deployment.keys";
import { answer as answerReport } from "@shardwatch/functions/agent-report/answer";
import type { Deployment, DeploymentList } from "@shardwatch/core/contract/deployment/deployment";
import type { Report } from "@shardwatch/core/contract/report/report";
import { accountKey } from "@shardwatch/core/account/account.keys";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { superAdmin } from "../support/administer.ts";
import { invite } from "../support/invitations.ts";
import { type Cloud, keysOf, startCloud } from "../support/redis-cloud.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { scopeOf } from "../support/scope.ts";
import { call, createKey, type Person, signUp, startWorld, type World } from "../support/world.ts";

let cloud: Cloud;
let world: World;
let person: Person;

beforeAll(async () => {
  cloud = await startCloud();
  world = await startWorld({ accounts: { "redis-cloud": cloud.api } });
});
afterAll(async () => {
  await world.stop();
  await cloud.stop();
});
beforeEach(async () => {
  person = await signUp(world);
});

const json = async <T>(answer: Promise<Response>) => (await (await answer).json()) as T;
const get = <T>(path: string, as = person) => json<T>(call(world, "GET", path, { as }));

describe("SEC14 SEC22 a name that somebody types is refused with what is wrong with it", () => {
  const unseen: [name: string, found: string][] = [
    ["Team\u202eevil", "U+202E"],
    ["Team\nYour account is locked; call +1 555", "U+000A"],
    ["Te\u200bam", "U+200B"],
    ["\u001b[31mTeam", "U+001B"],
    ["Te\u0000am", "U+0000"],
    ["\u3164", "U+3164"],
    ["\u200b", "U+200B"],
  ];
  const good = ["צוות רדיס", "می\u200cخواهم", "👩‍👩‍👧 Team", "Größe & Söhne <b>"];

  async function expectRules(field: string, what: string, tryName: (name: string) => Promise<Response>) {
    for (const [name, found] of unseen) {
      const answer = await tryName(name);
      expect(answer.status, JSON.stringify(name)).toBe(400);
      const sentence = `${what} must not contain characters that cannot be seen, like ${found}`;
      expect(await answer.json()).toMatchObject({ message: sentence, details: [`${field}: ${sentence}`] });
    }
    const blank = await tryName("\u2800\u2800");
    expect(await blank.json()).toMatchObject({
      details: [`${field}: ${what} must have a character that can be seen`],
    });
    for (const name of good) expect((await tryName(name)).status, name).toBeLessThan(300);
  }

  test("of the own organization, and of any by a super admin", async () => {
    const root = await superAdmin(world);
    const what = "Organization name";
    await expectRules("name", what, (name) =>
      call(world, "PATCH", "/me/organization", { as: person, body: { name } }),
    );
    await expectRules("name", what, (name) =>
      call(world, "POST", "/organizations", { as: root, body: { name } }),
    );
    await expectRules("name", what, (name) =>
      call(world, "PUT", `/organizations/${person.organizationId}`, { as: root, body: { name } }),
    );
  });

  test("of a Redis Cloud integration", async () => {
    let account = 0;
    await expectRules("name", "Name", (name) =>
      call(world, "POST", "/redis-cloud", { as: person, body: { ...keysOf((account += 1)), name } }),
    );
    const { redisClouds } = await get<{ redisClouds: { id: string }[] }>("/redis-cloud");
    await expectRules("name", "Name", (name) =>
      call(world, "PUT", `/redis-cloud/${redisClouds[0]?.id}`, { as: person, body: { name } }),
    );
  });

  test("a description may have lines, and nothing else that is not seen", async () => {
    const patch = (description: string) =>
      call(world, "PATCH", "/me/organization", { as: person, body: { name: "Acme", description } });
    expect((await patch("one\ntwo\r\nthree")).status).toBe(200);
    const refused = await patch("one\u2066two");
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      details: ["description: Description must not contain characters that cannot be seen, like U+2066"],
    });
  });
});

describe("SEC14 AGT14 what an agent reports is cleaned, whoever takes the report", () => {
  const hostile = "\u001b[31mTe\u202eam\u200b\none\u0000";
  const clean = "[31mTeam one";

  function hostileReport(): Report {
    const license = {
      activationDate: null,
      expirationDate: null,
      clusterName: hostile,
      owner: hostile,
      ramShardsInUse: 0,
      ramShardsLimit: 0,
      flashShardsInUse: 0,
      flashShardsLimit: 0,
      shardsLimit: 0,
      features: [hostile],
    };
    const [one] = databases(1);
    const odd = databases(2).map((each) => ({ ...each, name: hostile, status: hostile, version: hostile }));
    const nameless = { ...one, id: "nameless", name: "\u3164" };
    return reportOf(
      world,
      [
        reported("key", {
          name: hostile,
          status: hostile,
          statusMessage: hostile,
          gaps: [hostile],
          license,
          databases: [...odd, nameless] as ReturnType<typeof databases>,
        }),
        reported("invisible", { name: "\u200b\u3164" }),
      ],
      { agent: { id: "agent00000000001", version: hostile, platform: hostile, lastError: hostile } },
    );
  }

  const ways: Record<string, (key: string, report: Report) => Promise<number>> = {
    "the API": async (key, report) => (await send(world, key, report)).status,
    "the function for reports": async (key, report) => {
      const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
      const event = { headers, body: JSON.stringify(report), isBase64Encoded: false };
      return (await answerReport(world.services, { ...event, requestContext: { http: { method: "POST" } } }))
        .statusCode;
    },
  };

  test.each(Object.entries(ways))("%s", async (_, deliver) => {
    const { compositeKey } = await createKey(world, person);
    expect(await deliver(compositeKey, hostileReport())).toBe(202);
    const { deployments } = await get<DeploymentList>("/deployments");
    expect(deployments.map(({ name }) => name).toSorted()).toEqual([clean, "unknown"].toSorted());
    const shown = deployments.find(({ name }) => name === clean);
    const detail = await get<Deployment>(`/deployments/${shown?.id}`);
    const database = { name: clean, status: clean, version: clean };
    expect(detail).toMatchObject({
      name: clean,
      status: clean,
      statusMessage: clean,
      gaps: [clean],
      license: { clusterName: clean, owner: clean, features: [clean] },
      databases: [database, database, { id: "nameless", name: null }],
    });
    const { accessKeys } = await get<{ accessKeys: object[] }>("/access-key");
    expect(accessKeys).toMatchObject([{ agents: [{ version: clean, platform: clean, lastError: clean }] }]);
  });

  test("keys stay exact: two that look the same are two deployments, and each is answered as it came", async () => {
    const { compositeKey } = await createKey(world, person);
    const keys = ["same", "same\u200b", "same\u202e"];
    const answer = await send(
      world,
      compositeKey,
      reportOf(
        world,
        keys.map((key) => reported(key)),
      ),
    );
    const taken = (await answer.json()) as { deployments: { key: string; id: string }[] };
    expect(taken.deployments.map(({ key }) => key)).toEqual(keys);
    expect(new Set(taken.deployments.map(({ id }) => id)).size).toBe(3);
    const { deployments } = await get<DeploymentList>("/deployments");
    expect(deployments.map(({ name }) => name)).toEqual(["same", "same", "same"]);
  });
});

test("SEC14 what was stored before names were looked at is shown clean", async () => {
  const { table } = world.services;
  const host = await signUp(world, { firstName: "Ev\u202ea", lastName: "Ha\u0007ll" });
  const bad = { name: "Old\u202e Team", description: "one\ntwo\u200b" };
  await table.update(organizationKey(scopeOf(host)), { set: bad });
  await invite(world, host, person);
  // Stores the texts as former releases did: without the cleaning.
  const set = async (run: Run, values: Record<string, unknown>) => {
    for (const { pk: own, sk } of await table.queryAll(run))
      await table.update({ pk: own, sk }, { set: values });
  };
  const invitedBy = { firstName: "Ev\u202ea", lastName: "Ha\u0007ll", email: "eva@example.com" };
  await set(notificationsOf(person.accountId), { title: "To \u202eTeam", message: "a\nb" });
  await set(invitationsTo(person.accountId), { organizationName: bad.name, invitedBy });
  await call(world, "POST", "/redis-cloud", { as: host, body: keysOf(77) });
  await set(redisCloudsOf(scopeOf(host)), { name: "Clo\u202eud" });
  const { compositeKey } = await createKey(world, host);
  await send(world, compositeKey, reportOf(world, [reported("former")]));
  const [summary] = await table.queryAll(deploymentsOf(scopeOf(host)));
  const item = String(summary?.["item"]).replace('"name":"former"', '"name":"for\u202emer\\u001b"');
  await set(deploymentsOf(scopeOf(host)), { item });

  const members = [{ firstName: "Eva", lastName: "Hall" }];
  expect(await get("/me/organization", host)).toMatchObject({
    name: "Old Team",
    description: "one\ntwo",
    members,
  });
  expect(await get(`/accounts/${host.accountId}`, await superAdmin(world))).toMatchObject({
    ...members[0],
    organization: { name: "Old Team" },
  });
  expect(await get("/me/invitations")).toMatchObject({
    invitations: [{ organization: { name: "Old Team" }, invitedBy: members[0] }],
  });
  expect(await get("/notifications")).toMatchObject({
    notifications: [{ title: "To Team", message: "a b" }],
  });
  expect(await get("/redis-cloud", host)).toMatchObject({ redisClouds: [{ name: "Cloud" }] });
  const { deployments } = await get<DeploymentList>("/deployments", host);
  expect(deployments).toMatchObject([{ name: "former" }]);
  expect(await get(`/deployments/${deployments[0]?.id}`, host)).toMatchObject({ name: "former" });
  expect((await table.get(accountKey(host.accountId)))?.["firstName"]).toBe("Ev\u202ea");
});
