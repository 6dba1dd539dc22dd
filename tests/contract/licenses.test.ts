import { organizationOfJob } from "@shardwatch/core/access/scope.trusted";
import { licenseColumns } from "@shardwatch/core/contract/csv/licenses";
import type { DeploymentList, License } from "@shardwatch/core/contract/deployment/deployment";
import type { LicensesOutlook } from "@shardwatch/core/contract/outlook/licenses";
import { daysKey, mondayOf, weekdayOf } from "@shardwatch/core/history/fold/folded.keys";
import { daysKind } from "@shardwatch/core/history/fold/folded.table";
import { writeShardCounts } from "@shardwatch/core/history/fold/shard-counts";
import { beforeAll, describe, expect, test } from "vitest";
import { superAdmin } from "../support/administer.ts";
import { reported, reportOf, send } from "../support/reports.ts";
import { worldOfFile } from "../support/world-of-file.ts";
import { call, createKey, join, type Person, signInAgain, signUp } from "../support/world.ts";

const day = 24 * 3_600_000;
const world = await worldOfFile();
const root = await superAdmin(world);
let owner: Person;

/** The first of a month, so that the months of the answer are whole. */
const now = Date.parse("2026-12-01T10:00:00.000Z");
const today = Math.floor(now / day);

const licenseOf = (daysLeft: number | null, more: Partial<License> = {}): License => ({
  activationDate: null,
  expirationDate: daysLeft === null ? null : new Date(now + daysLeft * day + 3_600_000).toISOString(),
  clusterName: "secret-cluster",
  owner: "secret-owner",
  ramShardsInUse: 10,
  ramShardsLimit: 20,
  flashShardsInUse: 0,
  flashShardsLimit: 4,
  shardsLimit: 24,
  features: ["bigstore"],
  ...more,
});

const fleet: Record<string, License | null> = {
  growing: licenseOf(400, { ramShardsInUse: 90, ramShardsLimit: 100 }),
  soon: licenseOf(20),
  today: licenseOf(0),
  expired: licenseOf(-1),
  over: licenseOf(800, { ramShardsInUse: 12, ramShardsLimit: 10 }),
  full: licenseOf(300, { ramShardsInUse: 20 }),
  trial: licenseOf(25, {
    ramShardsInUse: 1,
    ramShardsLimit: 0,
    flashShardsLimit: 0,
    shardsLimit: 4,
    features: [],
  }),
  undated: licenseOf(null),
  plain: null,
};

beforeAll(async () => {
  world.clock.time = now;
  owner = await signUp(world);
  const { compositeKey } = await createKey(world, owner);
  const entries = Object.entries(fleet).map(([key, license]) =>
    reported(key, { ...(license && { type: "ENTERPRISE", license }) }),
  );
  expect((await send(world, compositeKey, reportOf(world, entries))).status).toBe(202);
  const { deployments } = await ask<DeploymentList>("/deployments");
  const growing = deployments.find(({ name }) => name === "growing");
  await rememberShards(growing?.id ?? "", (daysAgo) => 90 - 2 * Math.floor(daysAgo / 18));
});

/** Writes the shards of the last hundred days as the fold does. */
async function rememberShards(id: string, inUse: (daysAgo: number) => number) {
  const organization = organizationOfJob(owner.organizationId);
  const weeks = new Map<number, Record<string, string>>();
  for (let daysAgo = 100; daysAgo > 0; daysAgo -= 1) {
    const at = today - daysAgo;
    const counts = { ramShards: inUse(daysAgo), ramShardLimit: 100, flashShards: 0, flashShardLimit: 4 };
    const week = weeks.get(mondayOf(at)) ?? {};
    weeks.set(mondayOf(at), { ...week, [`l${weekdayOf(at)}`]: writeShardCounts(counts) });
  }
  for (const [monday, week] of weeks)
    await world.services.table.put({ ...daysKey(organization, id, monday), ...daysKind.write(week) });
}

async function ask<T>(path: string, as = owner, status = 200): Promise<T> {
  const answer = await call(world, "GET", path, { as: await signInAgain(world, as) });
  expect(answer.status, await answer.clone().text()).toBe(status);
  return (await answer.json()) as T;
}
const licenses = (query = "", as = owner) => ask<LicensesOutlook>(`/outlook/licenses${query}`, as);
const named = async (name: string) => {
  const one = (await licenses()).licenses.find(({ deploymentName }) => deploymentName === name);
  return one ?? expect.fail(`no license of ${name}`);
};

describe("GET /outlook/licenses", () => {
  test("CHG05 RUN02 lists every cluster with a license, the first to end first, and none without", async () => {
    const { licenses: found, counts, months, later } = await licenses();
    expect(found.map(({ deploymentName, days }) => [deploymentName, days])).toEqual([
      ["expired", -1],
      ["today", 0],
      ["soon", 20],
      ["trial", 25],
      ["full", 300],
      ["growing", 400],
      ["over", 800],
      ["undated", null],
    ]);
    expect(counts).toEqual({ clusters: 8, expired: 1, soon: 3, over: 1 });
    expect(months.map(({ month, count }) => [month, count]).filter(([, count]) => count !== 0)).toEqual([
      ["2026-12", 3],
      ["2027-09", 1],
    ]);
    expect(months[0]).toEqual({ month: "2026-12", first: 0, last: 30, count: 3 });
    expect(months[1]).toMatchObject({ month: "2027-01", first: 31, last: 61 });
    expect(later).toBe(2);
  });

  test("CHG05 the pace is that of the days that were folded, and today's figures are the newest", async () => {
    const { ram, flash, total, sooner, features, isStale } = await named("growing");
    expect(ram).toEqual({
      inUse: 90,
      limit: 100,
      say: "range",
      earliest: 45,
      latest: 180,
      text: "in about 6 to 26 weeks, at the pace of the last 90 days",
    });
    expect(flash).toMatchObject({ inUse: 0, limit: 4, say: "steady", text: "did not grow in 90 days" });
    expect({ total, sooner, features, isStale }).toEqual({
      total: null,
      sooner: { kind: "ram", days: 45 },
      features: ["bigstore"],
      isStale: false,
    });
  });

  test("CHG05 over its limit, full, a trial, expired and ending today", async () => {
    expect(await named("over")).toMatchObject({
      ram: { say: "over", text: "over its limit by 2" },
      sooner: { kind: "ram", days: 0 },
    });
    expect(await named("full")).toMatchObject({
      ram: { say: "full" },
      flash: { say: "early", text: "too early to say" },
      sooner: { kind: "ram", days: 0 },
    });
    expect(await named("trial")).toMatchObject({
      ram: null,
      flash: null,
      total: { inUse: 1, limit: 4, say: "early" },
      sooner: { kind: "end", days: 25 },
    });
    expect((await named("expired")).sooner).toEqual({ kind: "end", days: -1 });
    expect((await named("today")).sooner).toEqual({ kind: "end", days: 0 });
    expect(await named("undated")).toMatchObject({ ends: null, days: null, sooner: null });
  });

  test("CHG05 the sums are those of the list with the same filter, and each count opens its rows", async () => {
    for (const query of ["", "?license=..90", "?license=expired", "?shards=100.1..", "?search=u"]) {
      const { counts, ram, flash, total } = await licenses(query);
      const { deployments } = await ask<DeploymentList>(`/deployments${query}`);
      const listed = deployments.flatMap(({ license }) => license ?? []);
      expect(counts.clusters, query).toBe(listed.length);
      const inUse = listed.reduce((sum, each) => sum + each.ramShardsInUse + each.flashShardsInUse, 0);
      expect(ram.inUse + flash.inUse + total.inUse, query).toBe(inUse);
      expect(ram.limit, query).toBe(listed.reduce((sum, each) => sum + each.ramShardsLimit, 0));
    }
    const { counts, months } = await licenses();
    const countOf = async (query: string) => (await licenses(query)).counts.clusters;
    expect(await countOf("?license=..90")).toBe(counts.soon);
    expect(await countOf("?license=expired")).toBe(counts.expired);
    expect(await countOf("?shards=100.1..")).toBe(counts.over);
    for (const { first, last, count } of months)
      expect(await countOf(`?license=${first}..${last}`)).toBe(count);
  });

  test("CHG05 pages hold every cluster once, and a cursor of another list is refused", async () => {
    const { licenses: whole } = await licenses();
    const walked = [];
    let query = "?limit=3";
    for (;;) {
      const page = await licenses(query);
      walked.push(...page.licenses);
      if (page.nextCursor === undefined) break;
      query = `?limit=3&cursor=${page.nextCursor}`;
    }
    expect(walked).toEqual(whole);
    const { nextCursor } = await ask<DeploymentList>("/deployments?limit=1");
    await ask(`/outlook/licenses?cursor=${nextCursor}`, owner, 400);
    await ask("/outlook/licenses?limit=501", owner, 400);
  });

  test("CHG05 a viewer sees it, another organization does not, and a super admin names one", async () => {
    const viewer = await signUp(world, {}, ["VIEWER"]);
    await join(world, viewer, owner);
    expect(await licenses("", viewer)).toEqual(await licenses());
    const other = await signUp(world);
    expect((await licenses("", other)).licenses).toEqual([]);
    await ask(`/outlook/licenses?organizationId=${owner.organizationId}`, other, 403);
    await ask("/outlook/licenses", root, 400);
    expect(await licenses(`?org=${owner.organizationId}`, root)).toEqual(await licenses());
  });

  test("CHG05 figures of a silent source are marked, and names of its license never appear", async () => {
    const before = world.clock.time;
    world.clock.advance(10 * 60_000);
    const answer = await licenses();
    expect(new Set(answer.licenses.map(({ isStale }) => isStale))).toEqual(new Set([true]));
    expect(JSON.stringify(answer)).not.toContain("secret");
    world.clock.time = before;
  });
});

test("CHG05 RUN02 the file says what the answer says, in its order, over several pages too", async () => {
  const { licenses: listed } = await licenses();
  const read = async (path: string): Promise<string> => {
    const answer = await call(world, "GET", path, { as: await signInAgain(world, owner) });
    expect(answer.status).toBe(200);
    const next = /^<([^<>]+)>; rel="next"$/.exec(answer.headers.get("link") ?? "")?.[1];
    return (await answer.text()) + (next === undefined ? "" : await read(next));
  };
  const text = await read("/outlook/licenses.csv");
  expect(await read("/outlook/licenses.csv?limit=3")).toBe(text);
  const [header, ...lines] = text.trimEnd().split("\r\n");
  expect(header).toBe(Object.keys(licenseColumns).join(","));
  expect(lines.map((line) => line.split(",")[2])).toEqual(listed.map(({ deploymentName }) => deploymentName));
  const growing = lines.find((line) => line.includes(",growing,"));
  expect(growing).toContain(
    ',2028-01-05,400,90,100,"in about 6 to 26 weeks, at the pace of the last 90 days",0,4,did not grow in 90 days,none,none,none,bigstore,ram,45,agent,',
  );
  expect(text).not.toContain("secret");
});
