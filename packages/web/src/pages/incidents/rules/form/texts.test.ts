import type { RulePreview, RuleRehearsal } from "@shardwatch/core/contract/incident/rehearsal";
import { expect, test } from "vitest";
import { countsText, doubtOf, eveningsText, reasonText, rhythmOf, warningText } from "./preview-texts.ts";
import { lengthText, movedText, rehearsalText } from "./rehearsal-texts.ts";

const found: RulePreview = {
  total: 200,
  inScope: 120,
  matching: 3,
  urgent: 0,
  unknown: 12,
  reasons: [],
  samples: [],
  over: "util=..85",
};
const never = {
  field: "ops",
  label: "Commands a second",
  source: "redis-cloud",
  count: 12,
  reason: "never",
} as const;

test("RUL07 the preview says what is in scope, matching and unknown, and why", () => {
  expect(countsText(found)).toBe("In scope 120 · matches now 3 · unknown 12");
  expect(countsText({ ...found, urgent: 1 })).toContain("matches now 3 (1 in the second step)");
  expect(reasonText(never)).toBe("Redis Cloud doesn't report commands a second (12 deployments).");
  expect(reasonText({ ...never, source: "agent", count: 1, reason: "silent" })).toBe(
    "1 deployment of Agent is silent: commands a second isn't known.",
  );
  expect(reasonText({ ...never, source: "agent", count: 2, reason: "now" })).toBe(
    "The newest report of 2 deployments of Agent lacks commands a second.",
  );
});

test("RUL07 a rule that matches everything or can never know enough is said before it is saved", () => {
  expect(warningText(found)).toBeUndefined();
  expect(warningText({ ...found, matching: 120 })).toContain("every deployment in its scope");
  expect(warningText({ ...found, inScope: 0, matching: 0, unknown: 0 })).toContain("No deployment");
  const unknown = { ...found, matching: 0, unknown: 120 };
  expect(warningText({ ...unknown, reasons: [never] })).toContain("never open an incident");
  expect(warningText({ ...unknown, reasons: [{ ...never, reason: "silent" }] })).toContain(
    "Too little is known now",
  );
});

test("RUL01 a condition of words, and clients at zero, are doubted while they are typed", () => {
  expect(doubtOf("without eviction util>85")).toMatch(/^“without eviction” is only searched in names/);
  expect(doubtOf("clients:0")).toContain("at least 1. Type clients<=1.");
  expect(doubtOf("clients<1")).toContain("at least 1");
  for (const usual of ["", "util>85 policy:noeviction", "clients:0..5", "clients:0,100..", "clients:unknown"])
    expect(doubtOf(usual), usual).toBeUndefined();
});

test("RUL01 RUL02 a condition on figures says that they are of whole five minutes", () => {
  expect(rhythmOf("ops>5000")).toContain("10 minutes later");
  for (const usual of ["", "util>85", "persistence:off"]) expect(rhythmOf(usual), usual).toBeUndefined();
});

test("RUL07 the evenings say on how many it matched, and of how many nothing is stored", () => {
  const evening = (matching: number, inScope: number | null = 120) => ({
    date: "2026-11-01",
    inScope,
    matching,
    unknown: 0,
  });
  const text = (...evenings: ReturnType<typeof evening>[]) => eveningsText({ evenings, notKept: [] });
  expect(text(evening(0), evening(37), evening(2), evening(0, null))).toBe(
    "Matched on 2 of 3 evenings, up to 37 deployments. Nothing is stored of 1 more.",
  );
  expect(text(evening(0))).toBe("Matched on none of 1 evening.");
  expect(text(evening(0, null))).toBe("Nothing is stored of the last evenings.");
  const unknown = { ...evening(0), unknown: 120 };
  expect(text(unknown, unknown)).toBe("Too little is known of the last evenings.");
  expect(text(unknown, evening(0))).toBe("Matched on none of 1 evening. Too little is known of 1 more.");
});

test("RUL08 the rehearsal says incidents, messages, the longest one and what is unknown in one sentence", () => {
  const day = { date: "2026-11-01", least: 0, most: 0, firing: { least: 0, most: 0 } };
  const rehearsal: RuleRehearsal = {
    from: "2026-10-31T00:00:00Z",
    to: "2026-11-30T00:00:00Z",
    deployments: { inScope: 120, read: 12, leftOut: 108 },
    isPartial: false,
    incidents: { least: 4, likely: 5, most: 6 },
    longest: [
      {
        id: "dep_1",
        name: "cart-prod",
        begin: "2026-11-10T10:00:00Z",
        end: "2026-11-10T13:20:00Z",
        value: null,
      },
    ],
    messages: [
      { id: "chn_1", name: "#ops", kind: "webhook", least: 9, likely: 9, most: 9 },
      { id: "chn_2", name: "mail", kind: "mail", least: 0, likely: 0, most: 0 },
    ],
    days: [
      { ...day, resolution: null, unknownShare: 1 },
      { ...day, resolution: "1h", unknownShare: 0 },
    ],
    noisiest: [],
    neighbours: [],
    notKept: [],
  };
  expect(rehearsalText(rehearsal)).toBe(
    "In the last 30 days this would have opened about 5 incidents (between 4 and 6) and sent 9 messages to #ops; longest 3 h 20 min on cart-prod; for 1 day nothing is known.",
  );
  expect(rehearsalText({ ...rehearsal, isPartial: true })).toContain("opened at least about 5 incidents");
  expect(rehearsalText({ ...rehearsal, incidents: { least: 0, likely: 0, most: 0 }, longest: [] })).toContain(
    "opened no incident; for",
  );
  expect([lengthText(0), lengthText(61), lengthText(3_000)]).toEqual(["0 min", "1 h 1 min", "2 d 2 h"]);
  expect(movedText({ by: -5, unit: "points", when: "", least: 0, likely: 0, most: 0 })).toBe("−5 points");
});

test("RUN02 RUL07 a preview says of how many deployments the runway is not known, and blames no report for it", () => {
  const reason = { field: "runway", label: "Runway", source: "agent", reason: "now" } as const;
  expect(reasonText({ ...reason, count: 2 })).toBe("2 deployments of Agent have no known runway.");
  expect(reasonText({ ...reason, count: 1 })).toBe("1 deployment of Agent has no known runway.");
  const measured = { ...reason, field: "util", label: "Memory utilization" } as const;
  expect(reasonText({ ...measured, count: 1 })).toBe(
    "The newest report of 1 deployment of Agent lacks memory utilization.",
  );
});
