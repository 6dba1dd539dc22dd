import { expect, test } from "vitest";
import { Problem } from "../kit/problem.ts";
import type { RecentDeployments } from "../history/newest/recent-deployments.ts";
import { deploymentsOf } from "./parts.ts";

/** So many deployments whose ids begin with the same character. */
function fleetOf(size: number): RecentDeployments {
  const stored = Array.from({ length: size }, (_, index) => ({
    item: {
      id: `dep_0${String(index).padStart(19, "0")}`,
      source: "agent",
      lastUpdated: "2026-11-30T12:00:00.000Z",
      status: "active",
    },
    databases: [],
    last: [],
  }));
  return { stored: stored as never, latest: new Map(), pulses: [] };
}

const now = Date.parse("2026-11-30T12:00:30Z");
const countOf = (size: number, of: number) => {
  const { items, hasMore } = deploymentsOf(fleetOf(size), { part: 1, of }, now);
  return [items.length, hasMore];
};

test("OUT08 the smallest part has its first 3,000 deployments and says that there are more, a larger part is refused", () => {
  expect(countOf(3_000, 32)).toEqual([3_000, false]);
  expect(countOf(3_001, 32)).toEqual([3_000, true]);
  expect(countOf(3_000, 16)).toEqual([3_000, false]);
  expect(() => countOf(3_001, 16)).toThrow(Problem);
  expect(deploymentsOf(fleetOf(3_001), { part: 2, of: 32 }, now).items).toEqual([]);
});

test("OUT02 without a part it is the first 2,000", () => {
  expect(deploymentsOf(fleetOf(2_001), undefined, now)).toMatchObject({ hasMore: true });
  expect(deploymentsOf(fleetOf(2_001), undefined, now).items).toHaveLength(2_000);
});

test("OUT03 what was silent for too long is stale, whatever was stored", () => {
  const [one] = deploymentsOf(fleetOf(1), undefined, now + 3_600_000).items;
  expect(one?.status).toBe("stale");
});
