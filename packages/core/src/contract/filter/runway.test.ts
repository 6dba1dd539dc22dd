import { expect, test } from "vitest";
import { item, now } from "../../../../../tests/support/filters.ts";
import type { DeploymentOutlook } from "../outlook/in-lists.ts";
import { allSays, type Say } from "../outlook/says.ts";
import { compile, joinedBy } from "./compile.ts";
import { DatabaseFacts } from "./database-facts.ts";
import { factsOf } from "./facts.ts";
import { fields } from "./fields.ts";
import { parseText } from "./parse.ts";
import { describe } from "./words.ts";

const day = 86_400_000;
const filter = (text: string) => parseText(text, []).filter;

/** @param days until the earliest date */
const said = (say: Say, days?: number, full = 0): DeploymentOutlook => {
  const moment = days === undefined ? null : new Date(now + days * day).toISOString();
  return { say, earliest: moment, latest: moment, database: null, full };
};
const factOf = (outlook: DeploymentOutlook) => fields.runway.fact(factsOf(item({ outlook }), now));

test("RUN02 the runway is whole days until the earliest date, from now on", () => {
  expect(factOf(said("date", 13))).toBe(13);
  expect(factOf(said("date", 13.99))).toBe(13);
  expect(factOf(said("date", 0.2))).toBe(0);
  // A date that is over is one of today: the next fold moves it.
  expect(factOf(said("date", -3))).toBe(0);
  const facts = factsOf(item({ outlook: said("date", 13) }), now + 2 * day + 1);
  expect(fields.runway.fact(facts)).toBe(10);
});

test("RUN02 what has no date is full, none or unknown, and each outcome is one of them", () => {
  const facts = Object.fromEntries(allSays.map((say) => [say, factOf(said(say))]));
  expect(facts).toEqual({
    date: undefined,
    full: -1,
    unclear: null,
    far: null,
    none: null,
    noLimit: null,
    early: undefined,
    unknown: undefined,
    tiered: undefined,
  });
});

test("RUN02 nobody joined it: it is unknown, and without databases there is none", () => {
  expect(fields.runway.fact(factsOf(item(), now))).toBeUndefined();
  expect(fields.runway.fact(factsOf(item({ databaseCount: 0 }), now))).toBeNull();
});

test.each([
  ["runway:..14", [true, false, false, false, undefined, true]],
  ["runway<=5", [true, false, false, false, undefined, true]],
  ["runway:6..", [false, true, false, false, undefined, false]],
  ["runway:full", [false, false, true, false, undefined, true]],
  ["runway:..14,full", [true, false, true, false, undefined, true]],
  ["-runway:full", [true, true, false, true, undefined, false]],
  ["runway:none", [false, false, false, true, undefined, false]],
  ["runway:unknown", [false, false, false, false, true, false]],
] as const)("RUN02 FIL01 FIL03 %s takes days, full, none and unknown", (text, answers) => {
  const holds = compile(filter(text));
  const outlooks = [
    said("date", 5.5),
    said("date", 40),
    said("full", undefined, 1),
    said("far"),
    said("early"),
    said("date", 5, 2),
  ];
  expect(outlooks.map((outlook) => holds(factsOf(item({ outlook }), now)))).toEqual(answers);
});

test("RUN02 a database has its own runway, and not that of its deployment", () => {
  const deployment = factsOf(item({ outlook: said("date", 3) }), now);
  const database = { id: "0", name: null, status: "active", version: null } as never;
  const facts = new DatabaseFacts(database, deployment);
  expect(fields.runway.fact(facts)).toBeUndefined();
  expect(fields.runway.fact(facts.with({ outlook: said("date", 9) }))).toBe(9);
});

test("RUN02 FIL04 its filter is read back as people wrote it, and has words of its own", () => {
  const texts = ["runway:..14", "runway:15..30", "runway:full", "runway:none"].map((text) =>
    describe(filter(text))
      .map((part) => `${part.label}: ${part.text}`)
      .join(),
  );
  expect(texts).toEqual([
    "Runway: within 14 days",
    "Runway: 15 days to 30 days",
    "Runway: full",
    "Runway: no date",
  ]);
  expect(parseText("runway:expired", []).faults).toHaveLength(1);
});

test("RUN02 only a filter that asks about it has it joined", () => {
  expect([...joinedBy(filter("runway:..14 util>90"))]).toEqual(["outlook"]);
  expect([...joinedBy(filter("util>90 policy:noeviction"))]).toEqual([]);
  expect([...joinedBy(filter("ops>1 runway:full"))].toSorted()).toEqual(["figures", "outlook"]);
});
