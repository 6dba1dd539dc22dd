import { expect, test } from "vitest";
import { RecentEnds } from "./recent-ends.ts";

const [near, far] = ["2026-12-01T00:00:00.000Z", "2027-12-01T00:00:00.000Z"];
const minute = 60_000;

test("INC01 P1 nodes with different certificates behind one address have one end, the earliest", () => {
  const ends = new RecentEnds();
  expect(ends.earliest).toBeUndefined();
  const seen = [far, near, far, far, near, far].map((end, at) => {
    ends.note(new Set([end]), at * 10 * minute);
    return ends.earliest;
  });
  expect(seen).toEqual([far, near, near, near, near, near]);
});

test("INC01 an hour after the last certificate with the former end, only the new end counts", () => {
  const ends = new RecentEnds();
  ends.note(new Set([near]), 0);
  ends.note(new Set([far]), minute);
  ends.note(new Set([far]), 60 * minute);
  expect(ends.earliest).toBe(near);
  ends.note(new Set([far]), 61 * minute);
  expect(ends.earliest).toBe(far);
});

test("INC02 a cluster that shows no certificate keeps its last end", () => {
  const ends = new RecentEnds();
  ends.note(new Set([near]), 0);
  ends.note(new Set(), 600 * minute);
  expect(ends.earliest).toBe(near);
});
