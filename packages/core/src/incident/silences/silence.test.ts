import { expect, test } from "vitest";
import { deployment, start } from "../../../../../tests/support/watched.ts";
import type { SilenceScope } from "../../contract/incident/silence.ts";
import { minute } from "../../kit/time.ts";
import type { Changes } from "../judging/compare.ts";
import type { IncidentRecord, Member } from "../rows/record.ts";
import { silence, type StoredSilence, withSilences } from "./silence.ts";
import { filterMatchOf } from "../judging/filter-match.ts";

const member = (id: string, rule: Member["rule"] = "silent"): Member => ({ rule, id, name: id, value: null });

const incident = (members: Member[], more: Partial<IncidentRecord> = {}): IncidentRecord => ({
  id: "inc_1",
  key: "agent:key_1/agent1",
  rule: "silent",
  cause: { kind: "agent", id: "key_1/agent1", name: "one" },
  severity: "critical",
  step: 1,
  members,
  expected: members.length,
  evidence: { figures: [], words: null, since: null },
  flapping: false,
  openedAt: start,
  sequence: 1,
  announced: { at: start, severity: "critical", step: 1, count: members.length },
  notified: { sequence: 0, channels: {} },
  peak: members.length,
  acknowledged: null,
  silencedUntil: null,
  resolvedAt: null,
  resolution: null,
  events: [{ at: start, kind: "opened", text: null, by: null }],
  ...more,
});

const of = (scope: SilenceScope, minutes = 60, more: Partial<StoredSilence> = {}): StoredSilence => ({
  id: "sil_1",
  scope,
  from: start,
  until: start + minutes * minute,
  reason: "Upgrade",
  createdBy: "acc_1",
  createdAt: start,
  ...more,
});
const ofFilter = (filter: string, minutes?: number) => of({ kind: "filter", filter }, minutes);
const ofIncident: SilenceScope = { kind: "incident", incidentId: "inc_1" };

const fleet = filterMatchOf([
  deployment("dep_1", {}, { type: "CLUSTER" }),
  deployment("dep_2", {}, { type: "STANDALONE" }),
  deployment("dep_3", { via: "rcl_1" }, { type: "CLOUD" }),
  deployment("dep_4", { via: "rcl_1" }, { type: "CLOUD" }),
]);
const both = [member("dep_1"), member("dep_2")];

/** Until when an incident is silent, in minutes from the start. */
function untilOf(record: IncidentRecord, silences: StoredSilence[], minutes = 0): number | null {
  const [after] = silence([record], silences, fleet, start + minutes * minute);
  const until = after?.silencedUntil ?? null;
  return until === null ? null : (until - start) / minute;
}

test("INC05 a silence of an incident holds to its exact end, with all that joins, and covers no other", () => {
  const own = [of(ofIncident)];
  expect(untilOf(incident(both), own)).toBe(60);
  expect(untilOf(incident([...both, member("dep_3")]), own, 59)).toBe(60);
  expect(untilOf(incident(both), own, 60)).toBeNull();
  expect(untilOf(incident(both), [of(ofIncident, 60, { createdAt: start - minute })], -1)).toBeNull();
  expect(untilOf(incident(both, { id: "inc_2" }), own)).toBeNull();
});

test("INC05 a pass of an earlier minute knows what was made and ended since", () => {
  expect(untilOf(incident(both), [of(ofIncident)], -2)).toBe(60);
  expect(untilOf(incident(both), [of(ofIncident, 60, { endedAt: start + 5 * minute })], 4)).toBeNull();
});

test("INC05 a rule covers its findings, and all of an incident that is named after it", () => {
  const denied = incident([member("rcl_1", "source-failing"), member("dep_3")], { rule: "source-failing" });
  expect(untilOf(denied, [of({ kind: "rule", rule: "source-failing" })])).toBe(60);
  expect(untilOf(denied, [of({ kind: "rule", rule: "silent" })])).toBeNull();
  expect(untilOf(incident(both), [of({ kind: "rule", rule: "silent" })])).toBe(60);
});

test.each([
  ["type=CLUSTER,STANDALONE", both, 60],
  // One that is not covered is enough to hear of it.
  ["type=CLUSTER", both, null],
  ["type=CLUSTER", [member("dep_1")], 60],
  // What is not known is not covered.
  ["util=..50", [member("dep_1")], null],
  ["util=-50..", [member("dep_1")], null],
  ["type=CLUSTER", [member("dep_gone")], null],
  // An account or an agent is covered with all of its deployments.
  ["type=CLOUD", [member("rcl_1", "source-failing"), member("dep_3")], 60],
  ["id=dep_3", [member("rcl_1", "source-failing"), member("dep_3")], null],
  ["type=CLUSTER,STANDALONE", [member("key_1/agent1", "agent-clock")], 60],
  ["type=CLUSTER", [member("key_1", "key-unused")], null],
  ["", both, 60],
  // A filter that this release can't read must not mean everything.
  ["made-up=1", both, null],
])("INC05 the filter %j covers the findings %j: %j", (filter, members, expected) => {
  expect(untilOf(incident(members), [ofFilter(filter)])).toBe(expected);
});

test("INC05 several silences cover together, until the first finding is left alone", () => {
  const [clusters, others] = [ofFilter("type=CLUSTER", 30), ofFilter("type=STANDALONE", 90)];
  expect(untilOf(incident(both), [clusters, others])).toBe(30);
  expect(untilOf(incident(both), [clusters, others], 30)).toBeNull();
  expect(untilOf(incident(both), [clusters, others, of(ofIncident, 45)])).toBe(45);
});

test("INC05 the timeline says who silenced it and why, and when that ended, each once", () => {
  const [silent] = silence([incident(both)], [of(ofIncident)], fleet, start);
  const last = silent?.events.at(-1);
  expect(last).toEqual({ at: start, kind: "silenced", text: "Upgrade", by: "acc_1" });
  const again = silence([silent ?? incident([])], [of(ofIncident)], fleet, start + minute);
  expect(again[0]).toBe(silent);
  const [over] = silence(again, [of(ofIncident)], fleet, start + 60 * minute);
  expect(over).toMatchObject({ silencedUntil: null });
  expect(over?.events.map(({ kind }) => kind)).toEqual(["opened", "silenced", "unsilenced"]);
  expect(silence([over ?? incident([])], [], fleet, start + 61 * minute)[0]).toBe(over);
  const [ended] = silence(again, [], fleet, start + minute, "acc_2");
  expect(ended?.events.at(-1)).toMatchObject({ kind: "unsilenced", by: "acc_2" });
});

test("INC05 a pass silences what opens and what changes, stores what only falls silent, and leaves the end alone", () => {
  const one = (id: string) => incident([member("dep_1")], { id });
  const [opens, changes, updates, stays, ends] = ["a", "b", "c", "d", "e"].map((id) => one(`inc_${id}`));
  if (!opens || !changes || !updates || !stays || !ends) throw new Error("five were made");
  const before: Changes = { opened: [opens], changed: [changes], updated: [updates], resolved: [ends] };
  const open = [changes, updates, stays, ends];
  const silences = [ofFilter("type=CLUSTER")];
  const after = withSilences(before, open, (records) => silence(records, silences, fleet, start));
  const until = start + 60 * minute;
  const silent = (id: string) => ({ id: `inc_${id}`, silencedUntil: until });
  expect(after).toMatchObject({
    opened: [silent("a")],
    changed: [silent("b")],
    updated: [silent("c"), silent("d")],
    resolved: [{ id: "inc_e", silencedUntil: null }],
  });
  // Nothing is stored again.
  const none: Changes = { opened: [], changed: [], updated: [], resolved: [] };
  const next = withSilences(none, after.updated, (records) => silence(records, silences, fleet, start));
  expect(next).toEqual(none);
});
