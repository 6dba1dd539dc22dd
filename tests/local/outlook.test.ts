import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chosenOrganization } from "@shardwatch/core/access/scope";
import { everything } from "@shardwatch/core/contract/filter/filter";
import { type Consequence, consequenceOf } from "@shardwatch/core/contract/outlook/limit";
import type { MemoryOutlook } from "@shardwatch/core/contract/outlook/outlook";
import { allSays } from "@shardwatch/core/contract/outlook/says";
import { day } from "@shardwatch/core/kit/time";
import { licenses } from "@shardwatch/core/outlook/licenses";
import { outlook } from "@shardwatch/core/outlook/outlook";
import { Bulk } from "@shardwatch/local/seed/bulk";
import { judgeDays, membersBySource, storeDays } from "@shardwatch/local/seed/past";
import { everyItem, fleetsWithoutPast } from "@shardwatch/local/seed/past-once";
import { PastTotals } from "@shardwatch/local/seed/past-totals";
import { seedOnce } from "@shardwatch/local/seed/seed";
import { expect, onTestFinished, test } from "vitest";
import { worldOfFile } from "../support/world-of-file.ts";

const world = await worldOfFile();
const settings = { ...world.services.settings, superAdminEmails: ["super@example.com"] };
const services = { ...world.services, settings };

/** A pace of shards is taken from so many days, and so is every date of memory. */
const judgedDays = 100;

/** The demo organization with the days that an outlook needs. Its months before that say nothing of it. */
async function seededOutlook() {
  const folder = mkdtempSync(join(tmpdir(), "shardwatch-outlook-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "seed.json");
  const { people, seed } = await seedOnce(services, file);
  const [own] = fleetsWithoutPast(seed, file);
  const organization = chosenOrganization(people.superAdmin.actor, seed.organizationId);
  if (!own || !organization) throw new Error("the demo has no organization");
  const fleet = { ...own, organization, items: await everyItem(people.superAdmin, seed.organizationId) };
  const bulk = new Bulk(services);
  for (const { members } of membersBySource(fleet))
    for (const member of members) await storeDays(bulk, fleet, member, new PastTotals(), judgedDays);
  await bulk.flush();
  await judgeDays(services, fleet);
  const memory = await outlook(people.admin, { filter: everything, within: 365, all: true, limit: 500 });
  const query = { filter: everything, limit: 100, incidents: () => Promise.reject(new Error("not asked")) };
  return { memory, licensed: await licenses(people.admin, { ...query, joins: undefined }) };
}

const daysUntil = (moment: string | null) => (Date.parse(moment ?? "") - world.clock.now()) / day;

test("CHG04 CHG05 RUN01 the demo organization holds everything that the outlook can say", async () => {
  const { memory, licensed } = await seededOutlook();
  const { items, counts } = memory;
  for (const say of allSays) expect(counts[say], say).toBeGreaterThan(0);
  const said = (say: MemoryOutlook["say"]) => items.filter((item) => item.say === say);
  const dates = said("date");
  for (const trend of ["steady", "faster", "slower"])
    expect(dates.map((item) => item.trend)).toContain(trend);
  const likely = dates.map((item) => daysUntil(item.likely));
  for (const [after, until] of [
    [0, 14],
    [14, 30],
    [30, 90],
  ] as const)
    expect(likely.filter((days) => days > after && days <= until).length, `to ${until}`).toBeGreaterThan(0);

  const all: Record<Consequence, true> = {
    fails: true,
    evicts: true,
    evictsExpiring: true,
    evictsSome: true,
    failsFew: true,
    unknown: true,
  };
  const consequences = items.map(({ policy, share }) => consequenceOf(policy, share));
  expect(new Set(consequences)).toEqual(new Set(Object.keys(all)));
  expect(items.some(({ fullAt }) => fullAt < 1)).toBe(true);
  const words = said("full").map(({ level, whenFull }) => `${level}: ${whenFull}`);
  for (const expected of [
    /^critical: Full: writes fail$/,
    /^ok: At its limit since \w+ \d+(, \d+)?, evicts \d+ keys a second; hit ratio \d+%, \d+% a month ago$/,
    /^ok: Evicts at 95% of its limit: a shard is full$/,
    /^warning: At its limit: only 38% of its keys can be evicted$/,
  ])
    expect(words).toContainEqual(expect.stringMatching(expected));

  const shards = licensed.licenses.flatMap(({ ram, flash, total }) => [ram?.say, flash?.say, total?.say]);
  for (const say of ["noLimit", "over", "range", "grew", "lastGrew", "steady"]) expect(shards).toContain(say);
  expect(licensed.counts).toMatchObject({ over: 1, soon: 3 });
  expect(licensed.licenses.some(({ days }) => days !== null && days > 0 && days < 14)).toBe(true);
});
