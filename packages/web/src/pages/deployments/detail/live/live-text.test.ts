import { expect, test } from "vitest";
import { areNew, fragmentationNote, lagNote, lagText, reasonsIn, shownFigures } from "./live-text.ts";
import type { LiveFigureName } from "@shardwatch/core/contract/deployment/live";
import { formatShort } from "../../../../lib/words/short-number.ts";

test.each([
  [0, "0"],
  [0.25, "0.25"],
  [0.004, "0"],
  [1, "1"],
  [12.55, "12.6"],
  [99.96, "100"],
  [150.4, "150"],
  [9_999, "9,999"],
  [12_345, "12.3k"],
  [999_499, "999k"],
  [999_500, "1M"],
  [123_456_789, "123M"],
  [999_600_000, "1G"],
])("DEX01 the live figure %d is written %s", (figure, text) => {
  expect(formatShort(figure)).toBe(text);
});

test("DEX01 values are new until the next ones should have come", () => {
  const to = "2026-11-22T12:00:00.000Z";
  const at = Date.parse(to);
  expect(areNew({ to }, at + 359_000)).toBe(true);
  expect(areNew({ to }, at + 360_000)).toBe(false);
  expect(areNew({ to: null }, at)).toBe(false);
  expect(areNew({ to, hourly: { from: to, to } }, at + 74 * 60_000)).toBe(true);
  expect(areNew({ to, hourly: { from: to, to } }, at + 75 * 60_000)).toBe(false);
});

test.each([
  ["0", 0, "0 B", "of the slowest replica"],
  ["3145728", 1, "3.00 MiB", "of the slowest replica"],
  ["3145728", 40, "3.00 MiB", "silent for up to 40 s"],
  ["12", null, "12.00 B", "of the slowest replica"],
  [null, 75, "75 s", "since it heard from its primary"],
  [null, null, undefined, "since it heard from its primary"],
])(
  "DEX01 a lag of %s bytes and %s seconds is written %s",
  (replicationLag, replicationSilence, text, note) => {
    const lag = { replicationLag, replicationSilence };
    expect([lagText(lag), lagNote(lag)]).toEqual([text, note]);
  },
);

test("DEX01 fragmentation says little among few data, because the process itself weighs more", () => {
  expect(fragmentationNote("104857599")).toBe("not meaningful below 100 MiB");
  expect(fragmentationNote("104857600")).toBe("RSS ÷ used memory");
  expect(fragmentationNote(null)).toBe("RSS ÷ used memory");
});

const unknown = {
  opsPerSecond: null,
  clients: null,
  lookupsPerSecond: null,
  hitRatio: null,
  evictedPerSecond: null,
  expiredPerSecond: null,
  keys: null,
  expiring: null,
  memoryUsed: null,
  fragmentation: null,
  replicationLag: null,
  replicationSilence: null,
};
const names = shownFigures(false);
const because = (reason: string, ...of: LiveFigureName[]) => of.map((figure) => ({ figure, reason }));

test("SCR06 one reason of all figures is said for them together", () => {
  const live = { total: unknown, unknown: because("Not read.", ...names) };
  expect(reasonsIn(live, names)).toEqual({ all: "Not read.", first: new Map() });
});

test("SCR06 a reason of several figures stands at the first of them", () => {
  const live = {
    total: { ...unknown, clients: 2 },
    unknown: [
      ...because("Not reported.", "opsPerSecond", "evictedPerSecond"),
      ...because("No replicas.", "replicationSilence"),
    ],
  };
  expect(reasonsIn(live, names)).toEqual({
    all: undefined,
    first: new Map([
      ["opsPerSecond", "Not reported."],
      ["replicationSilence", "No replicas."],
    ]),
  });
});

test("SCR06 what some databases reported is shown, so the reason of the others is not said for it", () => {
  const partial = { total: { ...unknown, opsPerSecond: 7, replicationLag: "64" }, reported: [] };
  const live = { total: unknown, partial, unknown: because("One did not report it.", ...names) };
  const { all, first } = reasonsIn(live, names);
  expect(all).toBeUndefined();
  expect([...first.keys()]).toEqual(["clients"]);
});
