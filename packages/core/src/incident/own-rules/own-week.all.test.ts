import { expect, test } from "vitest";
import { deployment, start, watched } from "../../../../../tests/support/watched.ts";
import type { NewestFigures } from "../../contract/deployment/deployment.ts";
import { type RuleDefinition, ruleDefaults } from "../../contract/incident/own-rule.ts";
import type { AnyRuleId, OwnRuleId } from "../../contract/incident/rules.ts";
import { day, minute } from "../../kit/time.ts";
import { decide, type Findings } from "../judging/decide.ts";
import type { IncidentRecord } from "../rows/record.ts";
import { bookOf } from "../rules/book.ts";
import { readRuleInput } from "./rule-input.ts";

/*
 * A week of twenty rules, minute by minute, against a second evaluation that shares no code. It knows neither filters nor
 * findings, only numbers and comparisons.
 */

/** What one deployment has in one minute. Undefined: not known. */
interface Values {
  util: number | undefined;
  clients: number | undefined;
  ops: number | undefined;
  policy: string;
  region: string;
}

type Holds = (values: Values) => boolean | undefined;

interface Case {
  rule: Partial<RuleDefinition> & Pick<RuleDefinition, "when">;
  in?: (values: Values) => boolean;
  when: Holds;
  over: Holds;
}

const above =
  (name: "util" | "clients" | "ops", limit: number): Holds =>
  (values) =>
    values[name] === undefined ? undefined : values[name] > limit;
const below =
  (name: "util" | "clients" | "ops", limit: number): Holds =>
  (values) =>
    values[name] === undefined ? undefined : values[name] < limit;
const opposite =
  (holds: Holds): Holds =>
  (values) => {
    const held = holds(values);
    return held === undefined ? undefined : !held;
  };

const cases: Case[] = [
  { rule: { when: "util>80" }, when: above("util", 80), over: opposite(above("util", 75)) },
  { rule: { when: "util>80", for: 0, keep: 1 }, when: above("util", 80), over: opposite(above("util", 75)) },
  {
    rule: { when: "util>60", for: 17, keep: 23 },
    when: above("util", 60),
    over: opposite(above("util", 55)),
  },
  { rule: { when: "util>90", clear: "util<50" }, when: above("util", 90), over: below("util", 50) },
  { rule: { when: "util<20", for: 9 }, when: below("util", 20), over: opposite(below("util", 25)) },
  {
    rule: { when: "clients>500", for: 5 },
    when: above("clients", 500),
    over: opposite(above("clients", 450)),
  },
  { rule: { when: "clients<10", for: 6 }, when: below("clients", 10), over: opposite(below("clients", 10)) },
  {
    rule: { when: "ops>1000", unknown: "clear", for: 5 },
    when: (values) => above("ops", 1000)(values) ?? false,
    over: (values) => opposite(above("ops", 900))(values) ?? true,
  },
  { rule: { when: "ops>2000", for: 12 }, when: above("ops", 2000), over: opposite(above("ops", 1800)) },
  {
    rule: { when: "util>70", scope: "region:eu-west-1" },
    in: ({ region }) => region === "eu-west-1",
    when: above("util", 70),
    over: opposite(above("util", 65)),
  },
  {
    rule: { when: "util>75", scope: "policy:noeviction", for: 30, keep: 60 },
    in: ({ policy }) => policy === "noeviction",
    when: above("util", 75),
    over: opposite(above("util", 70)),
  },
  {
    rule: { when: "util>50 clients>300" },
    when: (v) => both(above("util", 50)(v), above("clients", 300)(v)),
    over: (v) => opposite(() => both(above("util", 45)(v), above("clients", 270)(v)))(v),
  },
];
const all = [
  ...cases,
  ...cases.slice(0, 8).map((one, index) => ({ ...one, rule: { ...one.rule, for: 3 + index } })),
];

function both(one: boolean | undefined, other: boolean | undefined): boolean | undefined {
  if (one === false || other === false) return false;
  return one === undefined || other === undefined ? undefined : true;
}

/** The same numbers each time. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** A value that lasts for half an hour and more, so that nothing comes and goes too often. Now and then it is not known. */
function changing(random: () => number, most: number, unknownPart: number): (number | undefined)[] {
  const values: (number | undefined)[] = [];
  while (values.length < 7 * 24 * 60) {
    const lasting = 31 + Math.floor(random() * 90);
    const value = random() < unknownPart ? undefined : Math.round(random() * most * 10) / 10;
    for (let at = 0; at < lasting; at += 1) values.push(value);
  }
  return values;
}

const names = ["dep_1", "dep_2", "dep_3", "dep_4"];
const random = randomFrom(41);
const past = names.map((id, index) => ({
  id,
  policy: index % 2 === 0 ? "noeviction" : "allkeys-lru",
  region: index < 2 ? "eu-west-1" : "us-east-1",
  util: changing(random, 100, 0.1),
  clients: changing(random, 800, 0.15),
  ops: changing(random, 3_000, 0.3),
}));
const minutes = 7 * 24 * 60;

const valuesAt = (one: (typeof past)[number], at: number): Values => ({
  ...one,
  util: one.util[at],
  clients: one.clients[at] === undefined ? undefined : Math.round(one.clients[at]),
  ops: one.ops[at],
});

/** "opened-ended" of each incident in minutes, as the second evaluation has them. */
function expectedSpans(
  { rule, in: isIn = () => true, when, over }: Case,
  one: (typeof past)[number],
): string[] {
  const [needed, keeping] = [Math.max(rule.for ?? 5, rhythm(rule)), rule.keep ?? 5];
  const spans: string[] = [];
  // Minutes that count: those in which something is known.
  let [held, ended, opened] = [-1, -1, -1];
  for (let at = 0; at < minutes; at += 1) {
    const values = valuesAt(one, at);
    if (!isIn(values)) continue;
    if (opened < 0) {
      const holds = when(values);
      if (holds === undefined) continue;
      held = holds ? held + 1 : -1;
      if (holds && held >= needed) [opened, ended] = [at, -1];
    } else {
      const isOver = over(values);
      if (isOver === undefined) continue;
      ended = isOver ? ended + 1 : -1;
      if (isOver && ended >= keeping) {
        spans.push(`${opened}-${at}`);
        [opened, held] = [-1, -1];
      }
    }
  }
  if (opened >= 0) spans.push(`${opened}-`);
  return spans;
}

/** Five-minute figures need two readings, of an agent those of two slots. Without a wait, one decides. */
const rhythm = ({ for: waiting = 5, when }: Case["rule"]): number =>
  waiting === 0 ? 0 : /clients|ops/.test(when) ? 5 : 1;

test("INC06 RUL01 RUL05 in a week of twenty rules every incident opens and ends in its minute, by a second evaluation", () => {
  const idOf = (index: number): OwnRuleId => `rul_${String(index).padStart(26, "0")}`;
  const book = bookOf(
    all.map(({ rule }, index) => ({
      id: idOf(index),
      revision: 1,
      definition: readRuleInput({ ...ruleDefaults, name: `Rule ${index}`, ...rule }, new Set()),
    })),
  );
  const onlyOwn = { ...book, deployments: book.deployments.filter(({ written }) => written) };
  let findings: Findings = new Map();
  let judgedBy: ReadonlyMap<AnyRuleId, number> = new Map();
  let open: IncidentRecord[] = [];
  const spans = new Map<string, string[]>();
  const note = (record: IncidentRecord, end: string) => {
    const key = `${record.rule} ${record.members[0]?.id ?? ""}`;
    const opened = (record.openedAt - start) / minute;
    spans.set(key, [...(spans.get(key) ?? []), `${opened}-${end}`]);
  };
  for (let at = 0; at < minutes; at += 1) {
    const now = start + at * minute;
    const deployments = past.map((one) => {
      const { util, clients, ops, policy, region } = valuesAt(one, at);
      const base = deployment(one.id, {}, {}, now);
      const figures = { clients: clients ?? null, opsPerSecond: ops ?? null } as NewestFigures;
      return { ...base, facts: { ...base.facts, utilization: util, policy, regions: [region], figures } };
    });
    const moment = { now, previous: now - minute, since: 0, heardSince: 0, watchedSince: start - 2 * day };
    const before = { findings, judgedBy, open, silences: [] };
    const decision = decide("org_1", before, onlyOwn, watched({ deployments }), moment);
    ({ findings, judgedBy } = decision);
    const { opened, changed, updated, resolved } = decision.changes;
    for (const record of resolved) note(record, String(at));
    const over = new Set(resolved.map(({ id }) => id));
    const newer = new Map([...changed, ...updated].map((record) => [record.id, record]));
    open = [...open.filter(({ id }) => !over.has(id)).map((one) => newer.get(one.id) ?? one), ...opened];
  }
  for (const record of open) note(record, "");
  let count = 0;
  for (const [index, one] of all.entries())
    for (const each of past) {
      const expected = expectedSpans(one, each);
      count += expected.length;
      expect(spans.get(`${idOf(index)} ${each.id}`) ?? [], `${JSON.stringify(one.rule)} ${each.id}`).toEqual(
        expected,
      );
    }
  expect(count).toBeGreaterThan(500);
}, 120_000);
