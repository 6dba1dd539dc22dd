import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { start } from "../../../../../tests/support/watched.ts";
import { organizationOfJob } from "../../access/scope.trusted.ts";
import type { StoredRow } from "../../table/row.ts";
import { compare } from "../judging/compare.ts";
import { putFindings, putOpened, readAlerts, readIncident } from "./incident.table.ts";
import type { Group } from "./record.ts";

const none = { findings: new Map(), judgedBy: new Map() };

const organization = organizationOfJob("org_1");
/** What DynamoDB takes, and some for the other attributes. */
const mostBytes = 390_000;

/** The longest name that a report may have, of letters that hardly compress. */
const longName = () =>
  String.fromCharCode(
    ...new Uint16Array(randomBytes(400).buffer, 0, 200).map((unit) => 0x4e00 + (unit % 20_000)),
  );
const ids = Array.from({ length: 5_000 }, () => `dep_${randomBytes(10).toString("hex")}`);

test("INC02 the row of an incident can hold five thousand deployments, whatever they are called", () => {
  const members = ids.map((id) => ({ rule: "silent", id, name: longName(), value: longName() }) as const);
  const group: Group = {
    key: "key:key_1",
    rule: "silent",
    cause: { kind: "key", id: "key_1", name: longName() },
    severity: "critical",
    step: 1,
    since: start,
    members,
    evidence: { figures: [], words: null, since: null },
    expected: 0,
    flapping: false,
  };
  const [record] = compare("org_1", [], [group], new Map(), start).opened;
  if (!record) throw new Error("nothing opened");
  const { put } = putOpened(organization, record) as { put: StoredRow };
  expect((put["p"] as Uint8Array).length).toBeLessThan(mostBytes);
  const { record: read } = readIncident(put);
  expect(read.members.map(({ id }) => id)).toEqual(ids);
  expect(read.members.slice(0, 100)).toEqual(members.slice(0, 100));
  const few = { ...record, members: members.slice(0, 100) };
  const small = putOpened(organization, few) as { put: StoredRow };
  expect(readIncident(small.put).record).toEqual(few);
});

test("INC02 the row of a rule can hold five thousand findings, whatever it saw", () => {
  const findings = new Map(
    ids.map((id) => [id, { state: "firing", since: start, turns: [start], value: longName() } as const]),
  );
  const writes = putFindings(organization, none, { ...none, findings: new Map([["unwell", findings]]) });
  const [{ put }] = writes as [{ put: StoredRow }];
  expect((put["p"] as Uint8Array).length).toBeLessThan(mostBytes);
  const read = readAlerts([put]).findings.get("unwell");
  expect(read?.get(ids[0] ?? "")).toEqual({ state: "firing", since: start, turns: [start] });
  expect(read?.size).toBe(5_000);
});
