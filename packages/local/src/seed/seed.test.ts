import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { noExternalPorts } from "@shardwatch/functions/external-ports";
import type { Services } from "@shardwatch/core/access/context";
import { list as listKeys, revoke } from "@shardwatch/core/agent-key/agent-key";
import { createKeyFileVault } from "@shardwatch/core/adapters/key-file-vault";
import { list } from "@shardwatch/core/deployment/read/list";
import { get } from "@shardwatch/core/deployment/read/get";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { ofIdentity, organizationOf } from "@shardwatch/core/account/account";
import { chosenOrganization } from "@shardwatch/core/access/scope";
import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { list as listIncidents } from "@shardwatch/core/incident/incident";
import { day, hour, minute } from "@shardwatch/core/kit/time";
import { openChannels } from "@shardwatch/core/incident/messages/announce";
import { memberIds } from "@shardwatch/core/organization/members";
import { createTable } from "@shardwatch/core/table/table";
import { markDeleted } from "@shardwatch/core/redis-cloud/redis-cloud.table";
import { livingRows } from "@shardwatch/core/integration/rows";
import { redisCloud } from "@shardwatch/core/redis-cloud/kind";
import { findSources } from "@shardwatch/core/sources";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Database, startDatabase } from "@shardwatch/server/database/database";
import { createLog } from "@shardwatch/server/machine/log";
import { createQueue } from "@shardwatch/server/jobs/queue";
import type { DemoPeople } from "./people.ts";
import { personByEmail, soloEmail } from "../simulators/provider/people.ts";
import { generate } from "./generate.ts";
import { measure } from "./measure.ts";
import { membersBySource } from "./past.ts";
import { writesOfPastIncidents } from "./past-incidents.ts";
import { everyItem, fleetsWithoutPast } from "./past-once.ts";
import { reportAgain, seedOnce } from "./seed.ts";

let database: Database;
let folder: string;
let services: Services;
let now: number;

async function start(): Promise<void> {
  database = await startDatabase();
  folder = mkdtempSync(join(tmpdir(), "shardwatch-seed-"));
  now = Date.parse("2026-01-05T10:00:00Z");
  services = {
    table: createTable({ client: database.client(), name: database.tableName }),
    clock: { now: () => now },
    random: { bytes: (count) => randomBytes(count) },
    log: createLog({ form: "json", verbose: false, write: () => undefined }),
    identity: {
      cookieName: "JSESSIONID",
      whoIs: async () => ({ outcome: "refused", asked: true }),
      signOut: async () => ({ asked: true }),
    },
    ...noExternalPorts(),
    queue: createQueue(),
    vault: createKeyFileVault(join(folder, "vault.key")),
    settings: {
      elastiCache: false,
      environment: "local",
      webOrigin: "http://localhost:5173",
      apiOrigin: "http://localhost:3001",
      webhookAddresses: { ownDomains: [], letThrough: [] },
      version: "0",
      superAdminEmails: ["super@example.com"],
      reportIntervalSeconds: () => 60,
    },
  };
}

async function stop(): Promise<void> {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}

async function deploymentsOf(people: DemoPeople) {
  const { items } = await list(people.admin, { limit: 100 });
  return items.map((item) => JSON.parse(item) as DeploymentListItem);
}

const file = () => join(folder, "seed.json");
const seed = () => seedOnce(services, file());

describe("what is seeded", () => {
  beforeAll(start);
  afterAll(stop);

  test("OPS05 the demo data has all four types, active and stale, and licences with and without flash", async () => {
    const { people } = await seed();
    const deployments = await deploymentsOf(people);
    expect(deployments.length).toBeGreaterThanOrEqual(12);
    expect(new Set(deployments.map(({ type }) => type))).toEqual(
      new Set(["STANDALONE", "CLUSTER", "ENTERPRISE", "CLOUD"]),
    );
    const states = new Set(deployments.map(({ status }) => status));
    for (const status of ["active", "stale", "unreachable", "degraded", "pending"])
      expect(states).toContain(status);
    const flash = deployments.flatMap(({ license }) => (license ? [license.flashShardsLimit > 0] : []));
    expect(new Set(flash)).toEqual(new Set([true, false]));
    expect(deployments.some(({ license }) => license?.shardsLimit === 0)).toBe(true);
    expect(deployments.some(({ cloudSubscription }) => cloudSubscription?.regions.length === 2)).toBe(true);
  });

  test("OPS05 one demo deployment has more than ten databases; one that fails keeps the last ones read", async () => {
    const { people } = await seed();
    const deployments = await deploymentsOf(people);
    const payments = deployments.find(({ name }) => name === "Payments");
    expect((await get(people.admin, payments?.id ?? "", findSources)).databases).toHaveLength(14);
    const limiter = deployments.find(({ name }) => name === "rate-limiter");
    expect(limiter).toMatchObject({ status: "unreachable", databaseCount: 1 });
  });

  test("OPS10 the rare states are in a second organization, whose deployments alone are more than a hundred", async () => {
    const { people } = await seed();
    const { items } = await list(people.superAdmin, { limit: 1_000 });
    const everywhere = items.map((item) => JSON.parse(item) as DeploymentListItem);
    const deployments = everywhere.filter(({ organizationId }) => organizationId !== people.organization);
    expect(deployments.length).toBeGreaterThan(100);
    expect(new Set(deployments.map(({ source }) => source))).toEqual(
      new Set(["agent", "redis-cloud", "elasticache"]),
    );
    const states = new Set(deployments.map(({ status }) => status));
    for (const status of ["active", "stale", "unreachable", "degraded"]) expect(states).toContain(status);
    const today = new Date(now).toISOString();
    const expiry = deployments.flatMap(({ license }) => license?.expirationDate ?? []);
    expect(expiry.some((date) => date < today)).toBe(true);
    expect(everywhere.some(({ name }) => name.length > 40)).toBe(true);
    const tenants = deployments.find(({ name }) => name === "Tenant databases");
    expect(tenants).toMatchObject({ databaseCount: 1_500 });
    const account = deployments.find(({ name }) => name === "ElastiCache 408219375561");
    const { databases } = await get(people.superAdmin, account?.id ?? "", findSources);
    expect(databases.map(({ memoryLimit }) => memoryLimit)).toContain(null);
  });

  test("OPS05 OPS10 an AWS account is one deployment with several caches, and a single server is one database", async () => {
    const { people } = await seed();
    const { items } = await list(people.superAdmin, { limit: 1_000 });
    const all = items.map((item) => JSON.parse(item) as DeploymentListItem);
    const accounts = all.filter(({ source }) => source === "elasticache");
    expect(accounts.length).toBeGreaterThan(2);
    expect(new Set(accounts.map(({ via }) => via)).size).toBe(accounts.length);
    for (const { name, id } of accounts) {
      expect(name).toMatch(/^ElastiCache \d{12}$/);
      const { databases } = await get(people.superAdmin, id, findSources);
      expect(databases.length, name).toBeGreaterThan(3);
      expect(new Set(databases.map(({ engine }) => engine)), name).toEqual(new Set(["redis", "valkey"]));
      expect(
        databases.filter(({ nodeType }) => nodeType === undefined).length,
        `${name} has serverless caches`,
      ).toBeGreaterThan(0);
    }
    for (const { name, source, type, databaseCount } of all)
      if (source === "agent" && type === "STANDALONE") expect(databaseCount, name).toBe(1);
    for (const { name, type, statusMessage } of all)
      if (/\b(node|shard|slot)s?\b/.test(statusMessage ?? "")) expect(type, name).not.toBe("STANDALONE");
  });

  test("OPS10 every agent of the demo has the name of a host, and says its version", async () => {
    const { people } = await seed();
    const { items } = await list(people.superAdmin, { limit: 1_000 });
    const all = items.map((item) => JSON.parse(item) as DeploymentListItem);
    const oneOfEach = new Map(all.filter(({ source }) => source === "agent").map((item) => [item.via, item]));
    for (const { id } of oneOfEach.values()) {
      const { report } = await get(people.superAdmin, id, findSources);
      expect(report?.agent).toMatchObject({ version: "0", platform: "linux-x64" });
      expect(report?.agent?.name).toMatch(/^agent-[a-z]{3}-\d\d$/);
      expect(report?.agent?.id).toMatch(/^[0-9a-f]{24}$/);
    }
    expect(oneOfEach.size).toBe(6);
  });

  test("OPS05 OPS10 LSX01 the demo and the second organization show every fact that a list can", async () => {
    const { people } = await seed();
    const items = async () => {
      const page = await list(people.superAdmin, { limit: 1_000 });
      return page.items.map((item) => JSON.parse(item) as DeploymentListItem);
    };
    const all = await items();
    for (const mine of [true, false]) {
      const some = all.filter(({ organizationId }) => (organizationId === people.organization) === mine);
      const facts = some.flatMap((item) => item.facts ?? []);
      expect(new Set(facts.flatMap(({ engines = [] }) => engines))).toEqual(new Set(["redis", "valkey"]));
      const policies = facts.map(({ policy = "" }) => policy);
      expect(policies).toEqual(expect.arrayContaining(["noeviction", "mixed", "volatile-lru"]));
      expect(policies.some((policy) => policy.startsWith("allkeys-"))).toBe(true);
      const versions = facts.flatMap((fact) => fact.versions ?? []);
      for (const version of ["6.2.18", "8.2.1"]) expect(versions).toContain(version);
      expect(facts.map(({ tls }) => tls)).toContain("no");
      expect(facts.some(({ unlimited = 0 }) => unlimited > 0)).toBe(true);
      expect(some.some(({ evicted = 0 }) => evicted > 0)).toBe(true);
      expect(some.some(({ fullest }) => (fullest?.utilization ?? 0) > 90)).toBe(true);
      expect(some.every(({ statusSince, via }) => statusSince !== undefined && via !== undefined)).toBe(true);
    }
    expect(all.some(({ facts }) => (facts?.regions?.length ?? 0) > 1)).toBe(true);
  });

  test("OPS10 one demo login has no organization", async () => {
    await seed();
    const bound = await ofIdentity(services, personByEmail(soloEmail)?.id ?? "");
    expect(bound).toMatchObject({ email: soloEmail });
    expect(bound && organizationOf(bound)).toBeNull();
  });

  test("OPS05 OPS10 the past of the demo has incidents of many kinds that are over, and every outage has its own", async () => {
    const { people, seed: seeded } = await seed();
    const rules = new Set<string>();
    for (const { organizationId, seededAt, sources } of fleetsWithoutPast(seeded, file())) {
      const organization = chosenOrganization(people.superAdmin.actor, organizationId);
      if (!organization) throw new Error("the demo has no organization");
      const items = await everyItem(people.superAdmin, organizationId);
      const groups = membersBySource({ organization, seededAt, sources, items });
      const accounts = await memberIds(services, organization);
      const channels = await openChannels(services, organization);
      const trouble = { organization, seededAt, groups, people: accounts, channels };
      const writes = writesOfPastIncidents(trouble);
      expect(writesOfPastIncidents(trouble)).toEqual(writes);
      for (const write of writes) await services.table.transact([write]);
      const past: Incident[] = [];
      for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
        const page = await listIncidents(people.superAdmin, {
          organizationId,
          state: "past",
          limit: 100,
          cursor,
        });
        past.push(...page.incidents);
        cursor = page.nextCursor;
      }
      expect(past.length).toBeGreaterThan(20);
      for (const { rule, since, openedAt, resolvedAt, acknowledged } of past) {
        rules.add(rule);
        // The date of a license moves with what is urgent about it.
        const begin = rule === "license-ends" ? openedAt : since;
        const order = [begin, openedAt, acknowledged?.at ?? openedAt, resolvedAt ?? ""];
        expect(order).toEqual(order.toSorted());
        expect(Date.parse(resolvedAt ?? "")).toBeLessThan(seededAt);
        if (acknowledged) expect(accounts).toContain(acknowledged.by.id);
      }
      const acknowledged = past.filter((one) => one.acknowledged);
      expect(acknowledged.length).toBeGreaterThan(past.length / 2);
      expect(acknowledged.filter((one) => one.acknowledged?.note).length).toBeGreaterThan(past.length / 3);
      const lately = past.filter(({ openedAt }) => Date.parse(openedAt) > seededAt - 30 * day);
      expect(lately.length).toBeGreaterThan(2);
      // What the history shows as an outage is an incident about the deployment, or a part of one.
      const outages = groups.flatMap(({ members, until }) =>
        members.flatMap(({ item, past: { outages: some } }) =>
          some.filter((one) => one.until < until).map((one) => ({ id: item.id, ...one })),
        ),
      );
      const without = outages.filter(
        ({ id, from }) =>
          !past.some(
            ({ affected, since, resolvedAt }) =>
              affected.first.some((one) => one.id === id) &&
              Math.abs(Date.parse(since) - from) < minute &&
              resolvedAt !== null,
          ),
      );
      expect(without.length).toBeLessThan(outages.length / 10);
    }
    expect(rules.size).toBeGreaterThan(6);
  });

  test("seeding again changes nothing", async () => {
    const first = await seed();
    const again = await seed();
    expect(again.seed).toEqual(first.seed);
    expect(await listKeys(again.people.admin)).toHaveLength(2);
  });
});

describe("the seeded fleet later", () => {
  beforeEach(start);
  afterEach(stop);

  test("OPS05 OPS10 every deployment that is kept up to date names the key or integration that reports it", async () => {
    const { people, seed: seeded } = await seed();
    now += 10 * minute;
    await reportAgain(services, people, seeded, file());
    const { items } = await list(people.superAdmin, { limit: 1_000 });
    const fresh = items
      .map((item) => JSON.parse(item) as DeploymentListItem)
      .filter(({ lastUpdated }) => Date.parse(lastUpdated) === now);
    expect(new Set(fresh.map(({ source }) => source))).toEqual(
      new Set(["agent", "redis-cloud", "elasticache"]),
    );
    const oneOfEach = new Map(fresh.map((item) => [`${item.organizationId} ${item.source}`, item]));
    expect(oneOfEach.size).toBe(5);
    for (const { id, name, source, organizationId } of oneOfEach.values()) {
      const { feeds } = await get(people.superAdmin, id, findSources, organizationId);
      expect({ name, feeds }).toMatchObject({ name, feeds: [{ kind: source }] });
      const integration = feeds[0]?.id ?? "";
      if (source === "elasticache")
        await expect(get(people.superAdmin, integration, findSources, organizationId)).resolves.toBeDefined();
    }
  });

  test("the demo's Redis Cloud account shows what the list has, and falls silent when it is disconnected", async () => {
    const { people, seed: seeded } = await seed();
    now += 10 * minute;
    await reportAgain(services, people, seeded, file());
    const accounts = await livingRows(services, redisCloud, people.organization);
    const cloud = accounts.find(({ id }) => id === seeded.integrations?.cloud);
    expect(cloud).toMatchObject({ status: "ok", lastSyncAt: now, subscriptions: 3, databases: 4 });
    expect(accounts.map(({ status }) => status).toSorted()).toEqual(["denied", "ok"]);
    if (cloud) await services.table.transact(markDeleted(people.organization, cloud, now));
    now += 2 * hour;
    await reportAgain(services, people, seeded, file());
    const storefront = (await deploymentsOf(people)).find(({ name }) => name === "Storefront");
    expect(storefront?.status).toBe("stale");
  });

  test("the demo fleet stays active while it reports, and the silent part stays stale", async () => {
    const { people, seed: seeded } = await seed();
    now += 2 * hour;
    const status = async (name: string) =>
      (await deploymentsOf(people)).find((one) => one.name === name)?.status;
    expect(await status("orders-cache")).toBe("stale");
    await reportAgain(services, people, seeded, file());
    expect(await status("orders-cache")).toBe("active");
    expect(await status("Storefront")).toBe("active");
    expect(await status("staging-cache")).toBe("stale");
    const { items } = await list(people.superAdmin, { limit: 1_000 });
    const ledger = items.find((item) => item.includes('"name":"Ledger"'));
    expect(ledger).toContain('"status":"active"');
    await revoke(people.admin, seeded.keys.production);
    now += 10 * minute;
    await reportAgain(services, people, seeded, file());
    expect(await status("orders-cache")).toBe("stale");
  });
});

test("OPS05 a large fleet has three stores that are fuller than all others", () => {
  const at = Date.parse("2026-01-05T10:00:00Z");
  const measuring = { organization: "org_1", at, seededAt: at, withTrouble: false };
  const filled = generate(2_000, 2).flatMap((deployment) =>
    (measure(deployment, { ...measuring, kind: deployment.kind }).databases ?? []).map(
      ({ memoryUsed, memoryLimit, evictionPolicy }) => ({
        share: Number(memoryLimit) > 0 ? Number(memoryUsed) / Number(memoryLimit) : 0,
        evictionPolicy,
      }),
    ),
  );
  const [first, second, third, fourth] = filled.toSorted((left, right) => right.share - left.share);
  for (const store of [first, second, third]) {
    expect(store?.share).toBeGreaterThan(0.99);
    expect(store?.evictionPolicy).toBe("noeviction");
  }
  expect(fourth?.share).toBeLessThan(0.98);
});

test("OPS05 generated data is always the same, and a larger fleet begins with the smaller one", () => {
  const shown = (count: number, number: number) =>
    JSON.stringify(
      generate(count, number).map(({ license, ...rest }) => ({ ...rest, license: license?.(now) })),
    );
  expect(shown(200, 3)).toBe(shown(200, 3));
  expect(shown(300, 3).startsWith(shown(200, 3).slice(0, -1))).toBe(true);
  expect(shown(200, 4)).not.toBe(shown(200, 3));
});
