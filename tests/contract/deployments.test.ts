import { ownOrganization } from "@shardwatch/core/access/scope";
import {
  deployment,
  type Deployment,
  deploymentList,
  type DeploymentListItem,
} from "@shardwatch/core/contract/deployment/deployment";
import type { ProblemBody } from "@shardwatch/core/contract/problem";
import type { ReportAccepted } from "@shardwatch/core/contract/report/accepted";
import { authorityOfIntegration } from "@shardwatch/core/deployment/ingest/authority";
import { ingest } from "@shardwatch/core/deployment/ingest/ingest";
import { deploymentId, type Observation } from "@shardwatch/core/deployment/rows/observation";
import { minute } from "@shardwatch/core/kit/time";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { invite } from "../support/invitations.ts";
import { withLaggingIndex } from "../support/lagging-index.ts";
import { databases, reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signInAgain, signUp } from "../support/world.ts";

const world = await worldOfFile();
let person: Person;

beforeEach(async () => {
  person = await signUp(world);
});

type Kind = "agent" | "redis-cloud" | "elasticache";

/** Observes these as an integration of the person's organization; returns the id. */
async function seen(kind: Kind, fields: Partial<Observation> = {}): Promise<string> {
  const actor = {
    kind: "member",
    accountId: person.accountId,
    organizationId: person.organizationId,
    roles: [],
  } as const;
  const organization = ownOrganization(actor);
  if (!organization) throw new Error("the person has no organization");
  const id = deploymentId(organization, kind, "one");
  const observation: Observation = {
    id,
    name: "One",
    type: "CLOUD",
    status: "active",
    statusMessage: null,
    databases: databases(2),
    license: null,
    cloudSubscription: null,
    enterpriseAdminUrl: null,
    ...fields,
  };
  const source = { kind, id: `${kind}-1`, instance: "-" };
  const authority = authorityOfIntegration(person.accountId);
  const at = world.clock.now();
  await ingest(world.services, {
    organization,
    source,
    measuredAt: at,
    observations: [observation],
    authority,
  });
  return id;
}

async function ask(path: string, as: Person | null = person): Promise<Response> {
  return await call(world, "GET", path, as ? { as: await signInAgain(world, as) } : {});
}

async function shown(id: string): Promise<{ item: DeploymentListItem | undefined; detail: Deployment }> {
  const list = deploymentList.parse(await (await ask("/deployments")).json());
  const detail = deployment.parse(await (await ask(`/deployments/${id}`)).json());
  return { item: list.deployments.find((item) => item.id === id), detail };
}

const license = {
  activationDate: "2026-01-01T00:00:00Z",
  expirationDate: "2027-01-01T00:00:00Z",
  clusterName: "cluster.example",
  owner: "Acme",
  ramShardsInUse: 3,
  ramShardsLimit: 8,
  flashShardsInUse: 1,
  flashShardsLimit: 4,
  shardsLimit: 12,
  features: ["bigstore", "search"],
};

const subscription = {
  subscriptionType: "Pro",
  provider: "AWS",
  regions: ["eu-central-1", "us-east-1"],
  link: "https://cloud.redis.io/#/subscriptions/subscription/1/bdb",
};

test("ENT06 ENT07 ENT08 ENT10 ENT21 ENT27 ENT28 ENT29 a deployment has its fields, licence and address, as they were seen", async () => {
  const adminUrl = "https://cluster.example:8443";
  const id = await seen("agent", { type: "ENTERPRISE", license, enterpriseAdminUrl: adminUrl });
  const { item, detail } = await shown(id);
  const common = {
    id,
    organizationId: person.organizationId,
    name: "One",
    type: "ENTERPRISE",
    source: "agent",
    status: "active",
    statusMessage: null,
    lastUpdated: new Date(world.clock.now()).toISOString(),
    databaseCount: 2,
    memoryUsed: String(3 * 1_048_576),
    memoryLimit: String(2 * 67_108_864),
    cloudSubscription: null,
    enterpriseAdminUrl: adminUrl,
    statusSince: new Date(world.clock.now()).toISOString(),
    via: "agent-1/-",
    facts: { versions: ["7.2.4", "7.2.4"], tls: "yes" },
    fullest: { utilization: 3.1, database: "db 1" },
  };
  const report = { receivedAt: common.lastUpdated, measuredAt: common.lastUpdated, complete: true };
  expect(detail).toMatchObject({ report });
  expect(detail).toEqual({
    ...common,
    databases: databases(2),
    license,
    gaps: [],
    feeds: [],
    report: expect.anything(),
  });
  const { activationDate: _, clusterName: __, owner: ___, features: ____, ...listed } = license;
  const slim = databases(2).map(({ id: databaseId, name, status }) => ({ id: databaseId, name, status }));
  expect(item).toEqual({ ...common, databases: slim, license: listed });
});

test("ENT09 ENT33 a cloud subscription has type, provider, regions and link; without one there is none", async () => {
  const id = await seen("redis-cloud", { cloudSubscription: subscription });
  const { item, detail } = await shown(id);
  expect([item?.cloudSubscription, detail.cloudSubscription]).toEqual([subscription, subscription]);
  expect([item?.license, detail.license, detail.enterpriseAdminUrl]).toEqual([null, null, null]);
  world.clock.advance(minute);
  await seen("redis-cloud");
  expect((await shown(id)).detail.cloudSubscription).toBeNull();
});

test.each(["STANDALONE", "CLUSTER", "ENTERPRISE", "CLOUD"] as const)(
  "ENT11 ENT16 type %s and a status in the source's own words are told as they are",
  async (type) => {
    const id = await seen("agent", { type, status: "active-change-pending", statusMessage: "Being resized" });
    const { item, detail } = await shown(id);
    for (const one of [item, detail])
      expect(one).toMatchObject({ type, status: "active-change-pending", statusMessage: "Being resized" });
  },
);

test.each(["redis-cloud", "elasticache"] as const)(
  "ENT18 ENT19 LIM21 a deployment of %s is stale after 15 minutes without refresh, and active with the next",
  async (kind) => {
    const id = await seen(kind);
    const statuses = async () => {
      const { item, detail } = await shown(id);
      return [item?.status, detail.status];
    };
    world.clock.advance(15 * minute);
    expect(await statuses()).toEqual(["active", "active"]);
    world.clock.advance(1);
    expect(await statuses()).toEqual(["stale", "stale"]);
    await seen(kind);
    expect(await statuses()).toEqual(["active", "active"]);
  },
);

describe("errors", () => {
  test("API12 API15 API16 without a session every deployment route answers 401", async () => {
    const id = await seen("agent");
    expect((await ask("/deployments", null)).status).toBe(401);
    expect((await ask(`/deployments/${id}`, null)).status).toBe(401);
    expect((await call(world, "DELETE", `/deployments/${id}`)).status).toBe(401);
  });

  test.each(["", "x".repeat(65)])(
    "API12 an organizationId that cannot be one (%j) is 400 and named",
    async (organizationId) => {
      const answer = await ask(`/deployments?organizationId=${organizationId}`);
      expect(answer.status).toBe(400);
      const { details } = (await answer.json()) as { details: string[] };
      expect(details.join()).toMatch(/^organizationId: /);
    },
  );

  test("API15 ROL17 Q12 a member reads an own deployment; somebody else's and an unknown one are the same 404", async () => {
    const id = await seen("agent");
    const stranger = await signUp(world);
    expect((await ask(`/deployments/${id}`)).status).toBe(200);
    const messages = await Promise.all(
      [
        ask(`/deployments/${id}`, stranger),
        ask("/deployments/dep_00000000000000000000"),
        ask("/deployments/whatever"),
      ].map(async (answer) => {
        const { status } = await answer;
        const { requestId: _, ...body } = (await (await answer).json()) as { requestId: string };
        return { status, body };
      }),
    );
    expect(messages[0]).toMatchObject({ status: 404, body: { code: "NOT_FOUND" } });
    expect(messages[1]).toEqual(messages[0]);
    expect(messages[2]).toEqual(messages[0]);
  });
});

describe("the same deployment in two organizations", () => {
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

  const askOne = async (as: Person, method: string, id: string, organizationId?: string) =>
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
      const answer = await askOne(root, method, id);
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
    expect((await askOne(victim, "GET", id)).status).toBe(200);
    expect((await askOne(accomplice, "GET", id)).status).toBe(200);
  });

  test("API15 API16 SEC13 a super admin reads and deletes the deployment of the organization that is named, and never its twin", async () => {
    const id = await twins("named");
    for (const [owner, count] of [
      [victim, 1],
      [accomplice, 2],
    ] as const) {
      const found = (await (await askOne(root, "GET", id, owner.organizationId)).json()) as Deployment;
      expect(found).toMatchObject({ id, organizationId: owner.organizationId, databaseCount: count });
    }
    expect((await askOne(root, "DELETE", id, accomplice.organizationId)).status).toBe(204);
    expect((await askOne(root, "DELETE", id, accomplice.organizationId)).status).toBe(404);
    expect((await askOne(accomplice, "GET", id)).status).toBe(404);
    expect((await askOne(victim, "GET", id)).status).toBe(200);
    // Only one is left, so no choice is needed any more.
    const left = (await (await askOne(root, "GET", id)).json()) as Deployment;
    expect(left.organizationId).toBe(victim.organizationId);
  });

  test("SEC13 a deleted twin that the index still lists does not make its id ambiguous", async () => {
    const id = await twins("lagging");
    const behind = withLaggingIndex(world);
    const get = async () =>
      await call(behind, "GET", `/deployments/${id}`, { as: await signInAgain(world, root) });
    expect((await get()).status).toBe(409);
    expect((await askOne(root, "DELETE", id, accomplice.organizationId)).status).toBe(204);
    const left = await get();
    expect(left.status).toBe(200);
    expect(((await left.json()) as Deployment).organizationId).toBe(victim.organizationId);
  });

  test("SEC12 SEC13 whoever is no super admin meets their own deployment only, whichever organization they name", async () => {
    const id = await twins("foreign");
    for (const organizationId of [accomplice.organizationId, "org_00000000000000000000000000"])
      for (const method of ["GET", "DELETE"]) {
        const { requestId: _, ...body } = (await (
          await askOne(victim, method, id, organizationId)
        ).json()) as ProblemBody;
        expect(body).toEqual({ code: "NOT_FOUND", message: "Deployment not found" });
      }
    expect((await askOne(victim, "GET", id, victim.organizationId)).status).toBe(200);
    expect((await askOne(victim, "DELETE", id, victim.organizationId)).status).toBe(204);
    expect((await askOne(accomplice, "GET", id)).status).toBe(200);
    expect((await askOne(root, "GET", id, "x".repeat(65))).status).toBe(400);
    expect((await askOne(root, "GET", id, "no-id")).status).toBe(400);
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
});
