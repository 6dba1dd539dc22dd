import { expect, test } from "vitest";
import { utc } from "../../lib/time/zone.ts";
import { askedBy, periodText, presetsOn } from "./changes-view.ts";

test("CHG02 today, yesterday and seven days are days of the address, also across a month", () => {
  expect(presetsOn("2026-12-01")).toEqual([
    ["Today", { since: "2026-12-01" }],
    ["Yesterday", { since: "2026-11-30", until: "2026-11-30" }],
    ["7 days", { since: "2026-11-25" }],
  ]);
});

test("CHG02 an empty answer repeats the days that were asked for", () => {
  expect(periodText({})).toBe("");
  expect(periodText({ since: "2026-11-30", until: "2026-11-30" })).toBe(" on Nov 30, 2026");
  expect(periodText({ since: "2026-11-25" })).toBe(" since Nov 25, 2026");
  expect(periodText({ until: "2026-11-25" })).toBe(" until Nov 25, 2026");
  expect(periodText({ since: "2026-11-25", until: "2026-12-01" })).toBe(" from Nov 25, 2026 to Dec 1, 2026");
});

test("CHG02 a kind is chosen among the loaded lines, so it is no question to the API", () => {
  expect(askedBy({ kind: "version", deployment: "dep_1" }, utc)).toEqual({ deployment: "dep_1" });
});
