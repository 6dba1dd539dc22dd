import { expect, test } from "vitest";
import { agent, deployment, source, start, watched } from "../../../../tests/support/watched.ts";
import { day, minute } from "../kit/time.ts";
import { decide, type Findings } from "./decide.ts";
import type { IncidentRecord } from "./record.ts";

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
  readonly #heard: number[] = Array.from({ length: count }, () => start);
  #findings: Findings = new Map();
  open: IncidentRecord[] = [];
  opened = 0;

  report(now: number, agents: readonly number[]): void {
    for (const index of agents) this.#heard[index] = now - minute + secondOf(index);
  }

  look(now: number, heardSince: number): void {
    const isSilent = (heardAt: number) => now - heardAt > silentAfter * minute;
    const seen = watched({
      agents: this.#heard.map((heardAt, index) => agent(nameOf(index), heardAt)),
      deployments: deployments.map((each, index) => {
        const { [index]: heardAt = start } = this.#heard;
        return { ...each, heardAt, isSilent: isSilent(heardAt) };
      }),
      sources,
    });
    const passes = { now, previous: now - minute, since: start - day, heardSince, watchedSince: start - day };
    const before = { findings: this.#findings, open: this.open, silences: [] };
    const { findings, changes } = decide("org_1", before, seen, passes);
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
    fleet.look(now, now - start < dead ? 0 : now);
  }
  expect(fleet.opened).toBe(0);
  const back = start + 181 * minute;
  for (let passed = 0; passed < 10; passed += 1) {
    const now = back + passed * minute;
    if (passed >= 1) fleet.report(now, alive);
    fleet.look(now, back);
    expect(fleet.opened, `${passed} minutes after`).toBe(0);
  }
  fleet.report(back + 10 * minute, alive);
  fleet.look(back + 10 * minute, back);
  expect(fleet.open).toHaveLength(1);
  expect(fleet.open[0]).toMatchObject({ rule: "silent", members: { length: 100 } });
});

test("INC08 without an outage the same 1,000 agents are one incident after five minutes", () => {
  const fleet = new Fleet();
  for (let passed = 1; passed <= 6; passed += 1) fleet.look(start + passed * minute, 0);
  expect(fleet.open).toMatchObject([{ cause: { kind: "network" }, members: { length: count } }]);
});

test("INC08 an incident that was open before an outage stays open during it", () => {
  const fleet = new Fleet();
  const [others, times] = [everybody.slice(1), [1, 2, 3, 4, 5, 6].map((passed) => start + passed * minute)];
  for (const now of times) {
    fleet.report(now, others);
    fleet.look(now, 0);
  }
  const before = fleet.open;
  expect(before).toHaveLength(1);
  for (let passed = 7; passed <= 30; passed += 1)
    fleet.look(start + passed * minute, start + passed * minute);
  expect(fleet.open).toEqual(before);
});
