import { allSays } from "@shardwatch/core/contract/outlook/says";
import { expect, test } from "vitest";
import { runwayText } from "./runway.ts";

const now = Date.parse("2026-11-30T09:00:00Z");
const dated = {
  say: "date",
  earliest: "2026-12-12T21:00:00.000Z",
  latest: "2026-12-18T09:00:00.000Z",
} as const;
const without = { earliest: null, latest: null };

test("RUN02 a date is shown in whole days, with its range in the title", () => {
  expect(runwayText(dated, now)).toEqual({ text: "12 days", title: "May be full Dec 12–18" });
  expect(runwayText({ ...dated, earliest: "2026-12-01T10:00:00.000Z" }, now).text).toBe("1 day");
  expect(runwayText({ ...dated, earliest: "2026-11-30T08:00:00.000Z" }, now).text).toBe("0 days");
});

test("RUN02 of a deployment the title names the database, and counts those at their limit", () => {
  const database = { id: "7", name: null };
  expect(runwayText({ ...dated, database, full: 0 }, now).title).toBe("May be full Dec 12–18 (db 7)");
  expect(runwayText({ ...dated, database, full: 2 }, now).title).toBe(
    "May be full Dec 12–18 (db 7). 2 databases at their limit",
  );
  const full = { say: "full", ...without, database: null } as const;
  expect(runwayText({ ...full, full: 1 }, now)).toEqual({
    text: "At its limit",
    title: "1 database at its limit",
  });
});

test("RUN02 what has no date says why, and never how many days", () => {
  const others = allSays.filter((say) => say !== "date" && say !== "full");
  const texts = others.map((say) => runwayText({ say, ...without }, now));
  expect(new Set(texts.map(({ text }) => text))).toEqual(new Set([undefined]));
  expect(new Set(texts.map(({ title }) => title)).size).toBe(others.length);
  expect(runwayText(undefined, now)).toEqual({ text: undefined, title: "Unknown" });
});
