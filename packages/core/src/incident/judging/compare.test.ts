import { expect, test } from "vitest";
import type { Resolution } from "../../contract/incident/words.ts";
import { isId } from "../../kit/ids.ts";
import { minute } from "../../kit/time.ts";
import { compare } from "./compare.ts";
import type { Group, IncidentRecord } from "../rows/record.ts";

const start = Date.parse("2026-11-23T10:00:00Z");
const member = (id: string) => ({ rule: "memory-full" as const, id, name: id, value: "91%" });

const group = (more: Partial<Group> = {}, count = 1): Group => ({
  key: "deployment:dep_1 memory-full",
  rule: "memory-full",
  cause: { kind: "deployment", id: "dep_1", name: "cart" },
  severity: "warning",
  step: 1,
  since: start,
  members: Array.from({ length: count }, (_, index) => member(`dep_${index}`)),
  expected: count,
  evidence: { figures: [], words: null, since: null },
  flapping: false,
  ...more,
});

const at = (open: IncidentRecord[], groups: Group[], minutes = 0, endings = new Map<string, Resolution>()) =>
  compare("org_1", open, groups, endings, start + minutes * minute);
const opened = (of: Group = group()) => at([], [of]).opened;
const [first] = opened();

test("INC07 the same pass opens the same incident, another minute another", () => {
  expect(first && isId("incident", first.id)).toBe(true);
  expect(opened()).toEqual([first]);
  expect(at([], [group()], 1).opened[0]?.id).not.toBe(first?.id);
  expect(compare("org_2", [], [group()], new Map(), start).opened[0]?.id).not.toBe(first?.id);
  expect(at([], [group({ key: "deployment:dep_2 memory-full" })]).opened[0]?.id).not.toBe(first?.id);
});

test("INC07 an incident that nothing changes needs no write", () => {
  expect(at(opened(), [group()], 60)).toEqual({ opened: [], changed: [], updated: [], resolved: [] });
});

test("SCR01 an incident lasts since the first of its conditions, and a dated one since its newest date", () => {
  const later = { since: start + 30 * minute };
  expect(at(opened(), [group({ ...later, severity: "critical", step: 2 })], 60).changed[0]?.since).toBe(
    start,
  );
  expect(at(opened(), [group({ since: start - minute })], 60).updated[0]?.since).toBe(start - minute);
  const dated = { key: "licence:dep_1 license-ends", rule: "license-ends" } as const;
  const ending = opened(group({ ...dated }));
  expect(at(ending, [group({ ...dated, ...later })], 60).updated[0]?.since).toBe(start + 30 * minute);
  // A row of the release before has none.
  const { since: _, ...former } = opened()[0] as IncidentRecord;
  expect(at([former], [group(later)], 60).updated[0]?.since).toBe(start + 30 * minute);
});

test("INC04 a member that gets worse is shown as it is now, without a message", () => {
  const worse = group({ members: [{ ...member("dep_0"), value: "94%" }] });
  const { changed, updated } = at(opened(), [worse], 60);
  expect(changed).toEqual([]);
  expect(updated.map(({ members }) => members[0]?.value)).toEqual(["94%"]);
});

test("INC04 one that is affected in two ways counts once, also after the end", () => {
  const twice = group({ members: [member("dep_0"), { ...member("dep_0"), rule: "silent" }] });
  const [both] = opened(twice);
  expect([both?.peak, both?.events[0]?.text]).toEqual([1, "1 affected"]);
  expect(at(opened(), [twice]).updated.map(({ peak }) => peak)).toEqual([1]);
});

test("INC03 members join without a message, until half as many again are there after a quarter of an hour", () => {
  const ten = opened(group({}, 10));
  const { updated, changed } = at(ten, [group({}, 14)], 20);
  expect([updated.length, changed.length]).toEqual([1, 0]);
  expect(updated[0]).toMatchObject({ sequence: 1, peak: 14 });
  expect(at(ten, [group({}, 15)], 14).changed).toEqual([]);
  const [grown] = at(ten, [group({}, 15)], 15).changed;
  expect(grown).toMatchObject({ sequence: 2, announced: { count: 15 } });
  expect(grown?.events.at(-1)).toMatchObject({ kind: "joined", text: "15 affected" });
});

test("MND19 a second finding about the same subject is no news, another subject is, and so is a higher severity", () => {
  const acknowledged = { by: "acc_1", at: start, note: null };
  const open = opened().map((incident) => ({ ...incident, acknowledged }));
  const second = { ...member("dep_0"), rule: "silent" as const };
  const twice = at(open, [group({ members: [member("dep_0"), second], expected: 1 })], 60);
  expect(twice).toMatchObject({ changed: [], updated: [{ acknowledged, sequence: 1 }] });
  const explained = at(opened(group({ rule: "silent" })), [group({ rule: "source-failing" })], 60);
  expect(explained).toMatchObject({ changed: [], updated: [{ rule: "source-failing" }] });
  const other = at(open, [group({ members: [member("dep_0"), member("dep_1")] }, 2)], 60);
  expect(other.changed).toMatchObject([{ acknowledged: null, sequence: 2 }]);
  expect(at(open, [group({ severity: "critical" })], 60).changed).toMatchObject([{ acknowledged: null }]);
});

test("INC02 a higher severity is announced at once and ends the acknowledgement, a higher step waits", () => {
  const acknowledged = { by: "acc_1", at: start, note: null };
  const open = opened().map((incident) => ({ ...incident, acknowledged }));
  const [risen] = at(open, [group({ severity: "critical", step: 2 })], 1).changed;
  expect(risen).toMatchObject({ severity: "critical", sequence: 2, acknowledged: null });
  const { changed, updated } = at(open, [group({ step: 2 })], 1);
  expect([changed.length, updated.length]).toEqual([0, 1]);
  expect(at(updated, [group({ step: 2 })], 15).changed).toMatchObject([
    { step: 2, sequence: 2, acknowledged },
  ]);
});

test("INC02 a severity does not fall while the incident is open", () => {
  const open = opened(group({ severity: "critical", step: 2 }));
  expect(at(open, [group()], 30)).toMatchObject({ changed: [], updated: [] });
});

test("INC02 flapping is announced once", () => {
  const [flapping] = at(opened(), [group({ flapping: true })], 1).changed;
  expect(flapping).toMatchObject({ flapping: true, sequence: 2 });
  expect(at([flapping as IncidentRecord], [group({ flapping: true })], 30).changed).toEqual([]);
});

test("INC03 one recovery follows, with its reason", () => {
  const { resolved } = at(opened(group({}, 2)), [], 9);
  expect(resolved).toMatchObject([{ resolution: "recovered", resolvedAt: start + 9 * minute, sequence: 2 }]);
  const gone = new Map<string, Resolution>([
    ["memory-full dep_0", "deleted"],
    ["memory-full dep_1", "deleted"],
  ]);
  expect(at(opened(group({}, 2)), [], 9, gone).resolved[0]?.resolution).toBe("deleted");
  gone.delete("memory-full dep_1");
  expect(at(opened(group({}, 2)), [], 9, gone).resolved[0]?.resolution).toBe("recovered");
});

test("INC04 a timeline keeps its first and its last events", () => {
  let [open] = opened();
  for (let index = 1; index <= 60; index += 1)
    [open] = at(open ? [open] : [], [group({ flapping: index % 2 === 1, step: index })], 15 * index).changed;
  expect(open?.events).toHaveLength(51);
  expect(open?.events[0]?.kind).toBe("opened");
});
