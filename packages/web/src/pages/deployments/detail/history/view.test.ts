import { afterEach, expect, test, vi } from "vitest";
import { utc } from "../../../../lib/time/zone.ts";
import {
  nothingWords,
  questionOf,
  rangeNames,
  ranges,
  rangeWords,
  readHistoryView,
  spanOfView,
  stepToCompare,
  writeHistoryView,
} from "./view.ts";

afterEach(() => void vi.useRealTimers());

const read = (query: string) => readHistoryView(new URLSearchParams(query));
const write = (query: string) =>
  writeHistoryView(new URLSearchParams(query), readHistoryView(new URLSearchParams(query))).toString();

test("HIS02 SCR10 range, database, zoom, tables and comparison come back from the address, beside what the list keeps there", () => {
  const query =
    "search=pay&hist=7d&histZoom=1763752800-1763756400&histDb=each&histTable=memory%2Ckeys&histCompare=week";
  expect(read(query)).toEqual({
    range: "7d",
    zoom: { from: 1_763_752_800, to: 1_763_756_400 },
    database: "each",
    tables: ["memory", "keys"],
    compare: "week",
  });
  expect(write(query)).toBe(query);
  const own = "histFrom=2026-11-21T19%3A20Z&histTo=2026-11-22T08%3A00Z&histDb=db-7";
  expect(read(own)).toMatchObject({ range: { from: 1_795_288_800, to: 1_795_334_400 }, database: "db-7" });
  expect(write(own)).toBe(own);
});

test("HIS02 defaults and what makes no sense are left out of the address", () => {
  const usual = { range: "24h", zoom: undefined, database: "total", tables: [], compare: undefined };
  const nonsense =
    "hist=9y&histFrom=2026-11-22T08:00Z&histTo=2026-11-21T08:00Z&histZoom=9-1&histTable=lag&histDb=&histCompare=year";
  expect(read(nonsense)).toEqual(usual);
  expect(read("hist=constructor&histZoom=NaN-5")).toEqual(usual);
  expect(write(`${nonsense}&page=4`)).toBe("page=4");
});

test("HIS02 the ranges are 6 h, 24 h, 7 d, 30 d and 13 months, each in the address but the usual one", () => {
  const hour = 3_600_000;
  const lengths = { "6h": 6, "24h": 24, "7d": 7 * 24, "30d": 30 * 24, "13mo": 396 * 24 };
  expect(rangeNames).toEqual(Object.keys(lengths));
  for (const [name, hours] of Object.entries(lengths)) {
    expect(questionOf(read(`hist=${name}`))).toEqual({ last: hours * hour });
    expect(write(`hist=${name}`)).toBe(name === "24h" ? "" : `hist=${name}`);
  }
  expect(Object.values(ranges).map(({ label }) => label)).toEqual([
    "6 h",
    "24 h",
    "7 d",
    "30 d",
    "13 months",
  ]);
});

test("HIS10 a zoom is asked for with its times and a range up to now with its length", () => {
  expect(questionOf(read("hist=6h"))).toEqual({ last: 21_600_000 });
  expect(questionOf(read("hist=6h&histZoom=600-1200"))).toEqual({ from: 600_000, to: 1_200_000 });
  expect(spanOfView(read("hist=6h"), 100_000_000)).toEqual({ from: 78_400, to: 100_000 });
});

test("HIS02 a fixed range has its times in words", () => {
  // A time of the present year is written without it.
  vi.setSystemTime("2026-11-22T12:00:00Z");
  const fixed = read("histFrom=2025-11-21T19:20Z&histTo=2025-11-22T08:00Z");
  expect(rangeWords(fixed, utc)).toBe("from Nov 21, 2025, 19:20 to Nov 22, 2025, 08:00");
  expect(rangeWords(read("hist=13mo"), utc)).toBe("last 13 months");
});

test("SCR10 both lines of a comparison have the step that the earlier time has", () => {
  const now = Date.parse("2026-11-22T12:00:00Z");
  const stepOf = (query: string) => stepToCompare(read(query), now);
  expect(stepOf("hist=24h")).toBeUndefined();
  // Five-minute values are kept for three days, hours for 35.
  expect(stepOf("hist=24h&histCompare=day")).toBe(300);
  expect(stepOf("hist=24h&histCompare=week")).toBe(3_600);
  expect(stepOf("hist=7d&histCompare=week")).toBe(3_600);
  expect(stepOf("hist=30d&histCompare=month")).toBe(86_400);
  expect(stepOf("histFrom=2026-11-20T12:00Z&histTo=2026-11-20T13:00Z&histCompare=day")).toBe(300);
  expect(stepOf("histFrom=2026-11-19T12:00Z&histTo=2026-11-19T13:00Z&histCompare=day")).toBe(3_600);
});

test("SCR10 what there was none of is said in one line, with the range", () => {
  expect(nothingWords(["evictions"], read(""))).toBe("No evictions in 24 h");
  expect(nothingWords(["evictions", "flash shards"], read("hist=13mo"))).toBe(
    "No evictions, no flash shards in 13 months",
  );
  expect(nothingWords(["evictions"], read("histZoom=600-1200"))).toBe("No evictions in this range");
});
