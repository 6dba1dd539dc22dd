import { expect, test } from "vitest";
import { allSays } from "./says.ts";
import { aboutText, betweenText, plainBytes, rangeText, type Said, sentencesOf } from "./sentences.ts";

const gib = 1024n ** 3n;
const asOf = "2026-11-30T00:00:00.000Z";

const said = (part: Partial<Said>): Said => ({
  type: "STANDALONE",
  say: "none",
  limit: String(64n * gib),
  fullAt: 1,
  policy: "noeviction",
  earliest: null,
  latest: null,
  days: null,
  perDay: null,
  trend: null,
  within: null,
  whenFull: "writes will fail",
  ...part,
});
const grown = { days: 28, perDay: "1288490189", trend: "steady" } as const;
const dated = {
  ...grown,
  say: "date",
  earliest: "2026-12-03T04:00:00.000Z",
  latest: "2026-12-09T20:00:00.000Z",
} as const;
const text = (part: Partial<Said>) => sentencesOf(said(part), asOf).join(" ");

test("RUN03 a date is said with its evidence, its range and what happens then", () => {
  expect(text(dated)).toBe(
    "Its daily peak grew by 1.2 GiB a day, steadily for 28 days. At this pace it reaches its limit of 64 GiB between Dec 3 and 9. Then writes will fail.",
  );
  expect(text({ ...dated, trend: "faster" })).toContain("a day for 28 days, and faster lately.");
  // Active-Active databases evict from there on.
  expect(text({ ...dated, fullAt: 0.8 })).toContain("it reaches 80% of its limit of 64 GiB between");
  expect(text({ ...dated, type: "CLUSTER" })).toMatch(/ Its fullest shard may be full sooner\.$/);
  for (const policy of [null, "mixed"])
    expect(text({ ...dated, policy, whenFull: "its limit is reached" })).toMatch(
      / between Dec 3 and 9\. What happens then isn't known: its eviction policy isn't\.$/,
    );
});

test("RUN03 every other outcome has its sentence", () => {
  expect(text({ ...grown, say: "far", within: 70 })).toBe(
    "Its daily peak grew by 1.2 GiB a day, steadily for 28 days. At this pace it isn't full within 70 days.",
  );
  expect(text({ ...grown, say: "unclear", days: 9, trend: "slower" })).toBe(
    "Its daily peak grew by 1.2 GiB a day for 9 days, and slower lately. No date is clear yet. When it is full, writes will fail.",
  );
  expect(text({ say: "none" })).toBe("Its daily peaks show no growth.");
  expect(text({ say: "early", days: 6 })).toBe("Says something from 9 days on (6 so far).");
  expect(text({ say: "early", days: 60 })).toBe(
    "Nothing is said yet: the peaks or the limit of the newest days aren't known.",
  );
  expect(text({ say: "full", whenFull: "Full: writes fail" })).toBe("Full: writes fail.");
  expect(text({ say: "noLimit", limit: "0" })).toBe("No limit set: without one there is no date.");
  expect(text({ ...grown, say: "noLimit", limit: "0" })).toBe(
    "Its daily peak grew by 1.2 GiB a day, steadily for 28 days. No limit set: without one there is no date.",
  );
  expect(text({ say: "tiered" })).toBe(
    "It also keeps values on flash. Its RAM may be full before its limit, so there is no date.",
  );
  expect(text({ say: "unknown", limit: null })).toBe("Its limit isn't known: without one there is no date.");
});

test("RUN03 no outcome is without a sentence, and each ends with a full stop", () => {
  for (const say of allSays) {
    const sentences = sentencesOf(said({ ...dated, say }), asOf);
    expect(sentences).not.toEqual([]);
    for (const sentence of sentences) expect(sentence).toMatch(/^\S.*\w\)?\.$/);
  }
});

test("RUN02 a range of days leaves out what both ends share, and has the year where it is far away", () => {
  const both = (from: string, to: string) => [rangeText(from, to, asOf), betweenText(from, to, asOf)];
  expect(both("2026-12-03T23:59:00Z", "2026-12-09T00:00:00Z")).toEqual(["Dec 3–9", "between Dec 3 and 9"]);
  expect(both("2026-12-03T01:00:00Z", "2026-12-03T23:00:00Z")).toEqual(["Dec 3", "on Dec 3"]);
  expect(both("2026-11-30T01:00:00Z", "2026-12-04T00:00:00Z")).toEqual([
    "Nov 30 – Dec 4",
    "between Nov 30 and Dec 4",
  ]);
  expect(both("2026-12-29T00:00:00Z", "2027-01-04T00:00:00Z")).toEqual([
    "Dec 29 – Jan 4",
    "between Dec 29 and Jan 4",
  ]);
  expect(both("2027-10-29T00:00:00Z", "2027-11-04T00:00:00Z")).toEqual([
    "Oct 29 – Nov 4, 2027",
    "between Oct 29 and Nov 4, 2027",
  ]);
  expect(both("2027-12-29T00:00:00Z", "2028-01-04T00:00:00Z")).toEqual([
    "Dec 29, 2027 – Jan 4, 2028",
    "between Dec 29, 2027 and Jan 4, 2028",
  ]);
  expect(both("2028-01-02T00:00:00Z", "2028-01-02T09:00:00Z")).toEqual(["Jan 2, 2028", "on Jan 2, 2028"]);
});

test("RUN02 the time that is left is in whole days", () => {
  const now = Date.parse("2026-11-30T12:00:00Z");
  expect(aboutText("2026-12-09T10:00:00Z", now)).toBe("in about 9 days");
  expect(aboutText("2026-12-01T12:00:00Z", now)).toBe("in about 1 day");
  expect(aboutText("2026-11-30T20:00:00Z", now)).toBe("within a day");
  expect(aboutText("2026-11-01T00:00:00Z", now)).toBe("within a day");
});

test("RUN03 a sentence has bytes without zeros at their end", () => {
  expect(["1288490189", "68719476736", "500", "1073741824000"].map(plainBytes)).toEqual([
    "1.2 GiB",
    "64 GiB",
    "500 B",
    "1000 GiB",
  ]);
});
