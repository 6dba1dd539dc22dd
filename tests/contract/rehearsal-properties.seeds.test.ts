import type { WeeklyHours } from "@shardwatch/core/contract/incident/own-rule";
import {
  asItWas,
  countIncidents,
  fewIncidents,
  followRuns,
  longest,
  manyIncidents,
} from "@shardwatch/core/incident/rehearsal/follow";
import { kinds } from "@shardwatch/core/incident/rehearsal/possible";
import type { Run } from "@shardwatch/core/incident/rehearsal/runs";
import { expect, test } from "vitest";
import { chanceOf } from "../support/chance.ts";
import { seedCount } from "../support/seeds.ts";
import { type Lived, minute, minutesOfDay, rehearsedOf, rule, truthOf } from "../support/rehearsed.ts";

const mebibyte = 2 ** 20;
const channels = [{ id: "chn_1", kind: "webhook", minimum: "info", name: "ops" }] as const;

/** A database whose memory is read every five minutes. */
const cloud = (used: (number | undefined)[], source: Lived["source"] = "redis-cloud"): Lived => ({
  id: `dep_${"0".repeat(20)}`,
  source,
  used: used.map((percent) => (percent === undefined ? undefined : percent * 10 * mebibyte)),
  limit: 1_000 * mebibyte,
  policies: ["noeviction", "noeviction"],
  changesAt: used.length,
});

const flat = (days: number, percent: number) => Array<number>(days * minutesOfDay).fill(percent);

const seeds = seedCount({ few: 3, many: 16 });

test.each([
  ["Europe/Berlin", "2026-03-28", "the day of 23 hours"],
  ["Europe/Berlin", "2026-10-24", "the day of 25 hours"],
  ["America/New_York", "2026-03-07", "the day of 23 hours"],
  ["America/New_York", "2026-10-31", "the day of 25 hours"],
])("RUL06 a rehearsal sends in weekly hours of %s as passes do, from %s on over %s", async (zone, date) => {
  const from = Date.parse(date);
  const hours: WeeklyHours = { days: ["sat", "sun"], from: "01:30", to: "03:15", zone };
  const definition = rule({ when: "util=90..", for: 5, keep: 5, hours });
  let sent = 0;
  for (let seed = 1; seed <= seeds; seed += 1) {
    const chance = chanceOf(seed);
    const used = flat(3, 10);
    for (let count = 0; count < 12; count += 1) {
      const begin = Math.floor(chance() * (used.length / 5)) * 5;
      used.fill(95, begin, begin + 20 + Math.floor(chance() * 20) * 5);
    }
    const found = await rehearsedOf(definition, [cloud(used)], from, channels, 0);
    const truth = truthOf(definition, [cloud(used)], from, channels).messages.get("chn_1") ?? 0;
    expect([seed, found.messages[0]?.least, found.messages[0]?.most]).toEqual([seed, truth, truth]);
    sent += truth;
  }
  expect(sent).toBeGreaterThan(0);
});

test("RUL08 a higher threshold gives no more minutes with an incident, and no more incidents of one rise", async () => {
  const from = Date.UTC(2026, 10, 2);
  const used = flat(2, 0).map((_, index) =>
    Math.round(100 * Math.sin((index / (2 * minutesOfDay)) * Math.PI)),
  );
  const counts = [50, 60, 70, 80, 90, 95].map(async (threshold) => {
    const definition = rule({ when: `util=${threshold}..`, clear: `util=..${threshold - 1}` });
    const found = await rehearsedOf(definition, [cloud(used, "agent")], from, channels, 1);
    const minutesOf = (of: "least" | "most") => found.days.reduce((sum, { firing }) => sum + firing[of], 0);
    return [found.incidents.least, minutesOf("least"), minutesOf("most")];
  });
  const all = await Promise.all(counts);
  for (const [index, later] of all.entries())
    for (const [which, count] of later.entries())
      if (index > 0) expect(count).toBeLessThanOrEqual(all[index - 1]?.[which] ?? 0);
  expect(all[0]?.[2]).toBeGreaterThan(all.at(-1)?.[2] ?? 0);
});

test("RUL08 what is unknown never fires with keep, is over with clear, and fires with fire", async () => {
  const from = Date.UTC(2026, 10, 2);
  const used: (number | undefined)[] = [...flat(1, 10), ...flat(1, 10)];
  used.fill(undefined, 300, 900);
  const opened = async (unknown: "keep" | "clear" | "fire") => {
    const definition = rule({ for: 15, unknown });
    const { incidents, days } = await rehearsedOf(definition, [cloud(used, "agent")], from, channels, 0);
    return { ...incidents, share: days[0]?.unknownShare ?? 0 };
  };
  expect(await opened("keep")).toMatchObject({ least: 0, most: 0 });
  expect((await opened("keep")).share).toBeGreaterThan(0.35);
  expect(await opened("clear")).toMatchObject({ least: 0, most: 0 });
  expect((await opened("fire")).most).toBe(1);
});

test("RUL08 an hour's largest value says that there can have been an incident, and not that there was one", async () => {
  const from = Date.UTC(2026, 10, 2);
  const used = flat(2, 10);
  used[100] = 95;
  const { incidents, days } = await rehearsedOf(rule({ for: 5 }), [cloud(used, "agent")], from, channels, 2);
  expect(incidents.least).toBe(0);
  expect(incidents.most).toBeGreaterThan(0);
  expect(days.map(({ most }) => most > 0)).toEqual([true, false]);
  expect(days[0]?.firing.most).toBeLessThanOrEqual(60 + 60 + 10 + minute / minute);
});

test("RUL08 P28 incidents that come and go all day are counted as if each was followed", () => {
  const readings = { asItWas, fewIncidents, longest, manyIncidents };
  const bits = Object.values(kinds);
  const peak = {
    by: 0,
    of: () => ({ when: false, clear: true, severity: "info", step: 0, value: null }) as const,
  };
  let counted = 0;
  for (let seed = 1; seed <= 300; seed += 1) {
    const chance = chanceOf(seed);
    const runs: Run[] = [];
    for (let at = 0; runs.length < 12;) {
      const end = at + (1 + Math.floor(chance() * 400)) * minute;
      const found = bits.reduce((sum, bit) => (chance() < 0.4 ? sum | bit : sum), 0) || kinds.over;
      runs.push({ at, end, found, shown: found, step: "1h", isAbsent: false, peak });
      at = end;
    }
    const timing = { for: Math.floor(chance() * 5) * minute, keep: Math.floor(chance() * 5) * minute };
    for (const [name, reading] of Object.entries(readings)) {
      const count = countIncidents(runs, timing, reading);
      expect([seed, name, count]).toEqual([seed, name, followRuns(runs, timing, reading).incidents.length]);
      counted += count;
    }
  }
  expect(counted).toBeGreaterThan(10_000);
});
