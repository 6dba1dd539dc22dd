import { expect, test } from "vitest";
import { databaseRow as row } from "../../../../../tests/support/database-row.ts";
import { valuesIn } from "./facets.ts";

test("DBS01 the filter offers usual values and those of the shown databases, each once", () => {
  const known = valuesIn([
    row({ status: "error", version: "7.4.2", region: "us-east-1" }),
    row({ status: "active", version: "10.0.1", region: "eu-west-1", evictionPolicy: "allkeys-random" }),
    row({ status: "error", version: "7.4.9", region: null, evictionPolicy: null }),
    row({ version: null }),
  ]);
  expect(known).toEqual({
    values: {
      status: ["active", "degraded", "stale", "pending", "down", "unreachable", "denied", "error"],
      version: ["10.0", "7.4", "..7.2"],
      policy: ["noeviction", "allkeys-lru", "allkeys-lfu", "volatile-lru", "volatile-ttl", "allkeys-random"],
      region: ["eu-west-1", "us-east-1"],
      tls: ["yes", "no"],
    },
  });
});
