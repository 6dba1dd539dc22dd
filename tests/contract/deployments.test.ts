import { ownOrganization } from "@shardwatch/core/access/scope";
import {
  deployment,
  type Deployment,
  deploymentList,
  type DeploymentListItem,
} from "@shardwatch/core/contract/deployment";
import { authorityOfIntegration } from "@shardwatch/core/deployment/ingest/authority";
import { deploymentId, type Observation } from "@shardwatch/core/deployment/rows/observation";
import { ingest } from "@shardwatch/core/deployment/ingest/ingest";
import { minute } from "@shardwatch/core/kit/time";
import { beforeEach, describe, expect, test } from "vitest";
import { databases } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, type Person, signInAgain, signUp } from "../support/world.ts";

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
