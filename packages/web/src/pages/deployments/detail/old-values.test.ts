import { expect, test } from "vitest";
import { oldOf } from "./old-values.ts";

const statusSince = "2026-11-23T11:40:00.000Z";
const lastUpdated = "2026-11-23T12:00:00.000Z";

test("SCR06 values of a server that can't be read are of when that began, and of a silent one of its last report", () => {
  const old = (status: string) => oldOf({ status, statusSince, lastUpdated });
  expect(old("unreachable")).toEqual({ at: statusSince });
  expect(old("denied")).toEqual({ at: statusSince });
  expect(old("stale")).toEqual({ at: lastUpdated });
  expect(old("active")).toBeUndefined();
  expect(old("degraded")).toBeUndefined();
  // Rows of former releases have no such time.
  expect(oldOf({ status: "unreachable", lastUpdated })).toEqual({ at: undefined });
});
