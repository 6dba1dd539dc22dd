import { afterEach, expect, test, vi } from "vitest";
import { utc } from "../../../../lib/time/zone.ts";
import {
  questionOf,
  rangeNames,
  ranges,
  rangeWords,
  readHistoryView,
  spanOfView,
  writeHistoryView,
} from "./view.ts";

afterEach(() => void vi.useRealTimers());

const read = (query: string) => readHistoryView(new URLSearchParams(query));
const write = (query: string) =>
  writeHistoryView(new URLSearchParams(query), readHistoryView(new URLSearchParams(query))).toString();

test("HIS02 range, database, zoom and tables come back from the address, beside what the list keeps there", () => {
  const query = "search=pay&hist=7d&histZoom=1763752800-1763756400&histDb=each&histTable=memory%2Ckeys";
  expect(read(query)).toEqual({
    range: "7d",
    zoom: { from: 1_763_752_800, to: 1_763_756_400 },
    database: "each",
    tables: ["memory", "keys"],
  });
  expect(write(query)).toBe(query);
  const own = "histFrom=2026-11-21T19%3A20Z&histTo=2026-11-22T08%3A00Z&histDb=db-7";
  expect(read(own)).toMatchObject({ range: { from: 1_795_288_800, to: 1_795_334_400 }, database: "db-7" });
  expect(write(own)).toBe(own);
});

test("HIS02 defaults and what makes no sense are left out of the address", () => {
  const usual = { range: "24h", zoom: undefined, database: "total", tables: [] };
  const nonsense =
    "hist=9y&histFrom=2026-11-22T08:00Z&histTo=2026-11-21T08:00Z&histZoom=9-1&histTable=lag&histDb=";
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
