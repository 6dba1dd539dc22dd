import type { RuleDefinition } from "@shardwatch/core/contract/incident/own-rule";
import { expect, test } from "vitest";
import { chanceOf } from "../support/chance.ts";
import { type Lived, minute, minutesOfDay, rehearsedOf, rule, truthOf } from "../support/rehearsed.ts";
import { seedCount } from "../support/seeds.ts";

const from = Date.UTC(2026, 10, 2);
const days = 3;
const idOf = (index: number) => `dep_${String(index).padStart(20, "0")}`;
const mebibyte = 2 ** 20;
const channels = [
  { id: "chn_1", kind: "webhook", minimum: "info", name: "ops" },
  { id: "chn_2", kind: "webhook", minimum: "critical", name: "pager" },
] as const;

/** A wave with noise. Sources of accounts have one value in five minutes. */
function lived(id: string, chance: () => number): Lived {
  const source = chance() < 0.5 ? "agent" : "redis-cloud";
  const step = source === "agent" ? 1 : 5;
  const [middle, height, noise] = [500 + chance() * 450, chance() * 400, chance() * 150];
  const period = 60 + chance() * 2_000;
  const used: (number | undefined)[] = [];
  let silentUntil = 0;
  for (let index = 0; index < days * minutesOfDay; index += 1) {
    if (index % step > 0) {
      used.push(used.at(-1));
      continue;
    }
    if (source === "agent" && chance() < 0.001) silentUntil = index + chance() * 200;
    const wave = middle + height * Math.sin((index / period) * 2 * Math.PI) + noise * (chance() - 0.5);
    used.push(index < silentUntil ? undefined : Math.max(0, Math.round(wave)) * mebibyte);
  }
  const changes = chance() < 0.3;
  return {
    id,
    source,
    used,
    limit: 1_000 * mebibyte,
    policies: ["noeviction", changes ? "allkeys-lru" : "noeviction"],
    changesAt: changes ? Math.floor(chance() * used.length) : used.length,
  };
}

const pick = <T>(chance: () => number, all: readonly T[]): T => all[Math.floor(chance() * all.length)] as T;

function ruleOf(chance: () => number): RuleDefinition {
  const threshold = 50 + Math.floor(chance() * 45);
  return rule({
    when: `util=${threshold}..`,
    scope: chance() < 0.3 ? "policy=noeviction" : "",
    clear: chance() < 0.3 ? `util=..${threshold - pick(chance, [1, 10, 30])}` : null,
    worse: chance() < 0.3 ? `util=${threshold + 4}..` : null,
    for: pick(chance, [0, 1, 5, 10, 60]),
    keep: pick(chance, [1, 5, 30, 60]),
    group: pick(chance, ["deployment", "deployment", "rule"]),
    unknown: pick(chance, ["keep", "keep", "clear"]),
    hours:
      chance() < 0.3
        ? { days: ["mon", "tue", "wed"], from: "08:00", to: "18:00", zone: "Europe/Berlin" }
        : null,
  });
}

const seeds = seedCount({ few: 5, many: 1_000 });

test(
  `RUL08 INC12 the incidents and messages of passes in every minute lie between least and most, ${seeds} seeds`,
  { timeout: 600_000 },
  async () => {
    const misses = { least: 0, likely: 0, most: 0 };
    for (let seed = 1; seed <= seeds; seed += 1) {
      const chance = chanceOf(seed);
      const many = chance() < 0.1 ? 14 : 1 + Math.floor(chance() * 3);
      const lives = Array.from({ length: many }, (_, index) => lived(idOf(index), chance));
      const definition = ruleOf(chance);
      const truth = truthOf(definition, lives, from, channels);
      const found = await rehearsedOf(definition, lives, from, channels, days - 1);
      const label = `seed ${seed}: ${JSON.stringify(definition)}`;
      const between = (what: string, { least, most }: { least: number; most: number }, count: number) => {
        expect(least, `${what}, least, ${label}`).toBeLessThanOrEqual(count);
        expect(most, `${what}, most, ${label}`).toBeGreaterThanOrEqual(count);
      };
      between("incidents", found.incidents, truth.opened.length);
      between("likely incidents", found.incidents, found.incidents.likely);
      for (const name of ["least", "likely", "most"] as const)
        misses[name] += Math.abs(found.incidents[name] - truth.opened.length);
      for (const message of found.messages) {
        between(message.name, message, truth.messages.get(message.id) ?? 0);
        between(`likely for ${message.name}`, message, message.likely);
      }
      for (const [index, day] of found.days.entries()) {
        const begin = from + index * minutesOfDay * minute;
        const within = (time: number) => time >= begin && time < begin + minutesOfDay * minute;
        between(`incidents of ${day.date}`, day, truth.opened.filter(within).length);
        between(`minutes of ${day.date}`, day.firing, truth.firing.filter(within).length);
      }
    }
    // What is likely is nearer to the truth than either end.
    expect(misses.likely, JSON.stringify(misses)).toBeLessThan(Math.min(misses.least, misses.most));
  },
);

test(
  "RUL08 sources that are read every five minutes are rehearsed exactly for the last days",
  { timeout: 600_000 },
  async () => {
    const few = Math.min(seeds, 100);
    let incidents = 0;
    for (let seed = 1; seed <= few; seed += 1) {
      const chance = chanceOf(seed);
      const lives = [0, 1].map((index) => lived(idOf(index), chance));
      for (const one of lives)
        if (one.source === "agent")
          Object.assign(one, {
            source: "redis-cloud",
            used: one.used.map((_, at) => one.used[at - (at % 5)] ?? 500 * mebibyte),
          });
      const definition = rule({ ...ruleOf(chance), scope: "" });
      const found = await rehearsedOf(definition, lives, from, channels, 0);
      const truth = truthOf(definition, lives, from, channels);
      const { least, most } = found.incidents;
      expect([seed, least, most]).toEqual([seed, truth.opened.length, truth.opened.length]);
      for (const message of found.messages) {
        const sent = truth.messages.get(message.id) ?? 0;
        expect([seed, message.least, message.most]).toEqual([seed, sent, sent]);
      }
      incidents += truth.opened.length;
    }
    expect(incidents).toBeGreaterThan(few / 4);
  },
);
