import { expect, test } from "vitest";
import { agent, deployment, source, start, watched } from "../../../../../tests/support/watched.ts";
import { day, minute } from "../../kit/time.ts";
import type { Changes } from "./compare.ts";
import { decide, type Findings } from "./decide.ts";
import type { IncidentRecord } from "../rows/record.ts";
import { bookOf } from "../rules/book.ts";
import type { StoredSilence } from "../silences/silence.ts";
import type { WatchedSource } from "./watched.ts";

const count = 1_000;
const silentAfter = 5;
/** Each agent reports at a second of its own. */
const secondOf = (index: number) => (index % 60) * 1_000;
const nameOf = (index: number) => `key_${index % 10}/agent${index}`;

const sources = Array.from({ length: 10 }, (_, index) => source(`key_${index}`));
const deployments = Array.from({ length: count }, (_, index) =>
  deployment(`dep_${index}`, { via: nameOf(index) }),
);

/** A fleet of a thousand agents in a world whose ingest may be dead. */
class Fleet {
  readonly #heardAt: number[] = Array.from({ length: count }, () => start);
  #findings: Findings = new Map();
  open: IncidentRecord[] = [];
  opened = 0;

  report(now: number, agents: readonly number[]): void {
    for (const index of agents) this.#heardAt[index] = now - minute + secondOf(index);
  }

  judge(now: number, heardSince: number): void {
    const isSilent = (heardAt: number) => now - heardAt > silentAfter * minute;
    const seen = watched({
      agents: this.#heardAt.map((heardAt, index) => agent(nameOf(index), heardAt)),
      deployments: deployments.map((each, index) => {
        const { [index]: heardAt = start } = this.#heardAt;
        return { ...each, lastReportAt: heardAt, isSilent: isSilent(heardAt) };
      }),
      sources,
    });
    const passes = { now, previous: now - minute, since: start - day, heardSince, watchedSince: start - day };
    const before = { findings: this.#findings, open: this.open, silences: [] };
    const { findings, changes } = decide("org_1", before, bookOf([]), seen, passes);
    this.#findings = findings;
    const gone = new Set([...changes.resolved, ...changes.changed, ...changes.updated].map(({ id }) => id));
    const stays = this.open.filter(({ id }) => !gone.has(id));
    this.open = [...stays, ...changes.opened, ...changes.changed, ...changes.updated];
    this.opened += changes.opened.length;
  }
}

const everybody = Array.from({ length: count }, (_, index) => index);

test("INC08 R21 three dead hours of our ingest with 1,000 agents open nothing, and what stays dead is reported ten minutes after", () => {
  const fleet = new Fleet();
  const [alive, dead] = [everybody.slice(0, 900), 2 * minute];
  // The first failure is no outage yet.
  for (let passed = 1; passed <= 180; passed += passed < 10 ? 1 : 5) {
    const now = start + passed * minute;
    fleet.judge(now, now - start < dead ? 0 : now);
  }
  expect(fleet.opened).toBe(0);
  const back = start + 181 * minute;
  for (let passed = 0; passed < 10; passed += 1) {
    const now = back + passed * minute;
    if (passed >= 1) fleet.report(now, alive);
    fleet.judge(now, back);
    expect(fleet.opened, `${passed} minutes after`).toBe(0);
  }
  fleet.report(back + 10 * minute, alive);
  fleet.judge(back + 10 * minute, back);
  expect(fleet.open).toHaveLength(1);
  expect(fleet.open[0]).toMatchObject({ rule: "silent", members: { length: 100 } });
});

test("INC08 without an outage the same 1,000 agents are one incident after five minutes", () => {
  const fleet = new Fleet();
  for (let passed = 1; passed <= 6; passed += 1) fleet.judge(start + passed * minute, 0);
  expect(fleet.open).toMatchObject([{ cause: { kind: "network" }, members: { length: count } }]);
});

test("INC08 an incident that was open before an outage stays open during it", () => {
  const fleet = new Fleet();
  const [others, times] = [everybody.slice(1), [1, 2, 3, 4, 5, 6].map((passed) => start + passed * minute)];
  for (const now of times) {
    fleet.report(now, others);
    fleet.judge(now, 0);
  }
  const before = fleet.open;
  expect(before).toHaveLength(1);
  for (let passed = 7; passed <= 30; passed += 1)
    fleet.judge(start + passed * minute, start + passed * minute);
  expect(fleet.open).toEqual(before);
});

/** An account with one deployment that can't be read from the start on. Returns what an hour of passes changes. */
function failingHour(account: WatchedSource, silences: readonly StoredSilence[] = []) {
  let [findings, open]: [Findings, IncidentRecord[]] = [new Map(), []];
  const all: Changes = { opened: [], changed: [], updated: [], resolved: [] };
  const acknowledged = { by: "acc_1", at: start, note: null };
  for (let passed = 1; passed <= 60; passed += 1) {
    const now = start + passed * minute;
    const one = {
      ...deployment("dep_a", { via: account.id, kind: account.kind, lastReportAt: start }),
      isSilent: passed > 10,
    };
    const seen = watched({ deployments: [one], sources: [account] });
    const passes = {
      now,
      previous: now - minute,
      since: start - day,
      heardSince: 0,
      watchedSince: start - day,
    };
    const { changes, ...next } = decide("org_1", { findings, open, silences }, bookOf([]), seen, passes);
    ({ findings } = next);
    const isSeen = new Set([...changes.changed, ...changes.updated, ...changes.resolved].map(({ id }) => id));
    const stays = open.filter(({ id }) => !isSeen.has(id));
    const opened = changes.opened.map((record) => ({ ...record, acknowledged }));
    open = [...stays, ...opened, ...changes.changed, ...changes.updated];
    for (const what of ["opened", "changed", "resolved"] as const) all[what].push(...changes[what]);
  }
  return { ...all, open };
}

test.each([
  ["an AWS account", source("aws_1", { status: "denied" })],
  ["a Redis Cloud account", source("rcl_1", { kind: "redis-cloud", status: "denied" })],
  ["an account that only fails", source("aws_1", { status: "error" })],
])(
  "MND19 %s and its silent deployment are one incident with one message, which stays acknowledged",
  (_, account) => {
    const { opened, changed, open } = failingHour(account);
    expect([opened.length, changed.length, open.length]).toEqual([1, 0, 1]);
    const rules = open[0]?.members.map(({ rule }) => rule).toSorted();
    expect(rules).toEqual(["silent", "source-failing"]);
    expect(open[0]).toMatchObject({ rule: "source-failing", sequence: 1, acknowledged: { by: "acc_1" } });
  },
);

test("MND19 a silence of the rule that explains names the incident from its first minute", () => {
  const silenced: StoredSilence = {
    id: "sil_1",
    scope: { kind: "rule", rule: "source-failing" },
    from: start,
    until: start + day,
    reason: "moving",
    createdBy: "acc_1",
    createdAt: start,
  };
  for (const kind of ["elasticache", "redis-cloud"] as const) {
    const { opened, open } = failingHour(source("aws_1", { kind, status: "denied" }), [silenced]);
    expect([...opened, ...open].map(({ silencedUntil }) => silencedUntil)).toEqual([
      start + day,
      start + day,
    ]);
  }
});
