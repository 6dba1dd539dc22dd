import type { Change } from "@shardwatch/core/contract/history/changes";
import { expect, test } from "vitest";
import { hour } from "@shardwatch/core/kit/time";
import { utc, type Zone } from "../lib/time/zone.ts";
import { textOf, wordsOf } from "./change-words.ts";
import { countKinds, daysOf, linesOf, ofKind } from "./lines.ts";
import { marksOf } from "./use-change-marks.ts";

const change = (id: string, fields: Partial<Change>): Change => ({
  id,
  kind: "changed",
  at: "2026-11-22T08:00:00.000Z",
  until: null,
  times: 1,
  source: null,
  more: 0,
  deployments: [{ id: "dep_1", name: "zeta" }],
  fields: [],
  ...fields,
});
const version = (id: string, from = "7.2.4", to = "7.4.1") => ({
  field: "databases.version",
  element: { id, name: `cache-${id}` },
  from,
  to,
});
const shown = (changes: Change[]) =>
  linesOf(changes).map(({ summary, subjects, words }) => [
    summary ?? [subjects[0]?.deployment.name, subjects[0]?.element ?? "itself"].join(" / "),
    textOf(words),
  ]);

test("CHG02 the same change of several databases is one line, another one and one that flapped are not", () => {
  const changes = [
    change("1", { fields: [version("1"), version("2")] }),
    change("2", {
      deployments: [{ id: "dep_2", name: "eta" }],
      fields: [version("3"), version("4", "7.0.0")],
    }),
    change("3", { until: "2026-11-22T08:05:00.000Z", times: 3, fields: [version("5")] }),
  ];
  expect(shown(changes)).toEqual([
    ["3 databases", "version went from 7.2.4 to 7.4.1"],
    ["eta / cache-4", "version went from 7.0.0 to 7.4.1"],
    ["zeta / cache-5", "version went from 7.2.4 to 7.4.1, after 3 changes"],
  ]);
});

test("CHG02 what appeared or was deleted is counted over its day, and what was left out is named", () => {
  const several = [
    { id: "dep_1", name: "zeta" },
    { id: "dep_2", name: "eta" },
  ];
  const changes = [
    change("1", { kind: "deleted" }),
    change("2", { kind: "appeared", deployments: several }),
    change("3", { more: 5, fields: [version("1")] }),
  ];
  expect(shown(changes)).toEqual([
    ["zeta / itself", "was deleted"],
    ["2 deployments", "appeared"],
    ["zeta / cache-1", "version went from 7.2.4 to 7.4.1"],
    ["zeta / itself", "5 more fields changed"],
  ]);
});

test("CHG02 a change of status is one line with its message, and only those with one message are together", () => {
  const status = (id: string, message: string | null) =>
    change(id, {
      deployments: [{ id, name: id }],
      fields: [
        { field: "status", element: null, from: "active", to: "degraded" },
        { field: "statusMessage", element: null, from: null, to: message },
      ],
    });
  const changes = [status("a", "A shard is down"), status("b", "A shard is down"), status("c", null)];
  expect(linesOf(changes).map(({ summary, detail, kind }) => [summary, detail, kind])).toEqual([
    ["2 deployments", "A shard is down", "status"],
    [undefined, "", "status"],
  ]);
  const alone = change("d", {
    fields: [{ field: "statusMessage", element: null, from: "one", to: "another" }],
  });
  expect(shown([alone])).toEqual([["zeta / itself", "message went from one to another"]]);
});

test("CHG02 a number beside a kind is how many lines it leaves", () => {
  const changes = [
    change("1", { fields: [version("1"), version("2")] }),
    change("2", { kind: "appeared" }),
    change("3", {
      fields: [{ field: "databases.removed", element: { id: "9", name: null }, from: null, to: null }],
    }),
    change("4", { more: 2 }),
  ];
  const days = daysOf(changes, Date.UTC(2026, 10, 22, 10), utc);
  const counts = countKinds(days);
  expect(Object.fromEntries(counts)).toEqual({ version: 1, fleet: 1, parts: 1, settings: 1 });
  for (const [kind, count] of counts)
    expect(ofKind(days, kind).flatMap(({ lines }) => lines)).toHaveLength(count);
  expect(ofKind(days, "status")).toEqual([]);
  expect(ofKind(days, undefined)).toBe(days);
});

test("CHG02 HIS17 changes are grouped by the days of the chosen zone", () => {
  const at = (hours: number) => new Date(Date.UTC(2026, 10, 22, hours)).toISOString();
  const changes = [change("1", { at: at(9) }), change("2", { at: at(-2) }), change("3", { at: at(-48) })];
  const headings = (zone: Zone) =>
    daysOf(changes, Date.UTC(2026, 10, 22, 10), zone).map(({ heading }) => heading);
  expect(headings(utc)).toEqual(["Today", "Yesterday", "Friday, Nov 20, 2026"]);
  const ahead = { name: "Pacific/Auckland", offsetAt: () => 13 * hour };
  expect(headings(ahead)).toEqual(["Today", "Friday, Nov 20, 2026"]);
});

test("CHG02 a change is a mark of a chart, oldest first", () => {
  const later = change("2", { at: "2026-11-22T09:00:00.000Z", fields: [version("1"), version("2")] });
  const name = { field: "name", element: null, from: "eta", to: "zeta" };
  expect(marksOf([later, change("1", { fields: [name, version("3")] })])).toEqual([
    {
      at: Date.parse("2026-11-22T08:00:00.000Z"),
      text: "name went from eta to zeta; cache-3: version went from 7.2.4 to 7.4.1",
    },
    { at: Date.parse("2026-11-22T09:00:00.000Z"), text: "2 databases: version went from 7.2.4 to 7.4.1" },
  ]);
});

test.each([
  [
    { field: "databases.memoryLimit", from: "1073741824", to: "0" },
    "memory limit went from 1.00 GiB to no limit",
  ],
  [{ field: "databases.tlsEnabled", from: null, to: true }, "TLS is now yes"],
  [{ field: "databases.version", from: "7.2.4", to: null }, "version is no longer known, it was 7.2.4"],
  [{ field: "statusMessage", from: "Gone", to: null }, "message cleared: Gone"],
  [{ field: "databases.startedAt", from: "a", to: "b" }, "restarted"],
  [{ field: "databases.added", from: null, to: null }, "was added"],
  [{ field: "source", from: "key_1/a", to: "key_2/b" }, "was taken over by another source"],
  [{ field: "gaps", from: ["memory"], to: ["licence"] }, "can't be read: licence; can be read again: memory"],
  [{ field: "databases.modules", from: [], to: ["bloom"] }, "modules gained bloom"],
  [
    { field: "certificateEnd", from: "2026-12-01T10:00:00.000Z", to: "2027-12-01T10:00:00.000Z" },
    "end of the certificate went from Dec 1, 2026 to Dec 1, 2027",
  ],
  [{ field: "license.ramShardsLimit", from: 1000, to: 2000 }, "limit of RAM shards went from 1,000 to 2,000"],
])("CHG02 %o is told as: %s", (field, words) => {
  expect(textOf(wordsOf(field))).toBe(words);
});

test.each([
  [
    [{ value: "unreachable", times: 1, longestSeconds: 60, seconds: 60 }],
    "was unreachable for 1 minute, and is active again",
  ],
  [
    [{ value: "unreachable", times: 2, longestSeconds: 61, seconds: 121 }],
    "was unreachable for 1 minute, twice, and is active again",
  ],
  [
    [
      { value: "unreachable", times: 3, longestSeconds: 240, seconds: 360 },
      { value: "degraded", times: 1, longestSeconds: 5, seconds: 5 },
    ],
    "was unreachable for up to 4 minutes, 3 times, and degraded for less than a minute, and is active again",
  ],
])("MND20 what came and went within one entry is named: %j", (between, words) => {
  const status = { field: "status", element: null, from: "active", to: "active", between };
  const [line] = linesOf([change("1", { until: "2026-11-22T08:05:00.000Z", times: 4, fields: [status] })]);
  expect(line && [textOf(line.words), line.isOfField]).toEqual([words, false]);
});

test("MND20 a field that ends as something else, and a message that is gone, name what was between", () => {
  const between = [{ value: "unreachable", times: 1, longestSeconds: 120, seconds: 120 }];
  expect(textOf(wordsOf({ field: "status", from: "active", to: "degraded", between }, 2))).toBe(
    "status went from active to degraded, after 2 changes; it was unreachable for 2 minutes",
  );
  const said = [{ ...between[0], value: "connection refused", times: 1, longestSeconds: 60, seconds: 60 }];
  expect(textOf(wordsOf({ field: "statusMessage", from: null, to: null, between: said }, 2))).toBe(
    "message was connection refused for 1 minute",
  );
});

test("CHG02 a change that is smaller than what is shown says so, and one that came back how often", () => {
  const day = (time: string) => ({ field: "certificateEnd", from: `2036-11-26T08:00:${time}Z` });
  const ends = { ...day("00"), to: "2036-11-26T08:00:01Z" };
  expect(textOf(wordsOf(ends, 1))).toMatch(/ changed by less than is shown: Nov 26, 2036$/);
  expect(textOf(wordsOf(ends, 2))).toMatch(/ changed 2 times and is Nov 26, 2036 again$/);
});
