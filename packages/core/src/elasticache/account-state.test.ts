import { expect, test } from "vitest";
import { hour, minute } from "../kit/time.ts";
import type { AwsAnswer, RegionCaches } from "../ports/elasticache.ts";
import { after, defaultRegions, type AccountState, initialState, regionsToRead } from "./account-state.ts";

const start = Date.parse("2026-03-01T12:00:00Z");
const enabled = [...defaultRegions, "af-south-1", "eu-south-2"];
const empty: AwsAnswer<RegionCaches> = { outcome: "ok", value: { caches: [], notOffered: [] } };

/** Every region was read once; only one holds caches. */
function knownAt(now: number): AccountState {
  const known: AccountState = { ...initialState, enabled, enabledAt: now };
  for (const region of enabled) known.regions[region] = after(undefined, empty, now);
  known.regions["eu-west-1"] = { ...after(undefined, empty, now), caches: 3 };
  return known;
}

test("AWS10 the first reading is of all regions", () => {
  expect(regionsToRead({ ...initialState, enabled }, start)).toEqual(enabled.toSorted());
});

test("AWS10 later ones are of those with caches and a share of the rest, so that each is read at least hourly", () => {
  const known = knownAt(start);
  const last = new Map(enabled.map((region) => [region, start]));
  for (let now = start + 5 * minute; now <= start + 4 * hour; now += 5 * minute) {
    const regions = regionsToRead(known, now);
    expect(regions).toContain("eu-west-1");
    expect(regions.length).toBeLessThanOrEqual(5);
    for (const region of regions) {
      known.regions[region] = {
        ...after(known.regions[region], empty, now),
        caches: region === "eu-west-1" ? 3 : 0,
      };
      last.set(region, now);
    }
    for (const [region, read] of last) expect(now - read, region).toBeLessThanOrEqual(hour);
  }
});

test("AWS22 a region that could not be read is read again, and one that holds caches though it is no longer enabled", () => {
  const known = knownAt(start);
  known.regions["us-west-2"] = after(known.regions["us-west-2"], { outcome: "throttled" }, start);
  known.regions["me-south-1"] = { triedAt: start, readAt: start, caches: 1, cluster: false };
  expect(regionsToRead(known, start + 5 * minute)).toEqual(
    expect.arrayContaining(["us-west-2", "me-south-1"]),
  );
});
