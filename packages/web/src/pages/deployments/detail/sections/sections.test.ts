import { expect, test } from "vitest";
import { currentSection, sectionsOf } from "./sections.ts";

const ids = (databases: number | undefined) => sectionsOf(databases).map(({ id }) => id);

test("SCR04 a deployment has links to its parts in the order of the page, and none to databases that it lacks", () => {
  expect(sectionsOf(2).map(({ label }) => label)).toEqual([
    "Overview",
    "Databases",
    "Outlook",
    "History",
    "Changes",
    "Source",
  ]);
  expect(ids(undefined)).toEqual(ids(1));
  expect(ids(0)).toEqual(["overview", "history", "changes", "source"]);
});

const view = { begin: 100, end: 900, isAtEnd: false, target: "" };
const placed = [
  { id: "overview", top: -400 },
  { id: "databases", top: 90 },
  { id: "history", top: 320 },
  { id: "changes", top: 720 },
  { id: "source", top: 800 },
] as const;
const scrolledBy = (by: number) => placed.map(({ id, top }) => ({ id, top: top - by }));

test("SCR04 the current part is the last that begins above the line below the bar, and the first above all", () => {
  expect(currentSection(scrolledBy(0), view)).toBe("databases");
  expect(currentSection(scrolledBy(190), view)).toBe("databases");
  expect(currentSection(scrolledBy(200), view)).toBe("history");
  expect(currentSection(scrolledBy(-600), view)).toBe("overview");
  expect(currentSection([], view)).toBeUndefined();
});

test("SCR04 at the end of the page the current part is the one that was asked for, else the last", () => {
  const atEnd = { ...view, isAtEnd: true };
  expect(currentSection(placed, atEnd)).toBe("source");
  expect(currentSection(placed, { ...atEnd, target: "changes" })).toBe("changes");
  // They were left by scrolling.
  expect(currentSection(placed, { ...atEnd, target: "overview" })).toBe("source");
  expect(currentSection(placed, { ...atEnd, target: "databases" })).toBe("source");
  expect(currentSection(placed, { ...view, target: "changes" })).toBe("databases");
});
