import { expect, test } from "vitest";
import { databaseRow as row } from "../../../../../tests/support/database-row.ts";
import { engineText, keyOf, whyUnknown } from "./describe.ts";

test("DBS03 engine and version are one text, and what is known of them is shown", () => {
  expect(engineText(row({ engine: "valkey", version: "8.0.1" }))).toBe("Valkey 8.0.1");
  expect(engineText(row({ engine: "redis", version: null }))).toBe("Redis");
  expect(engineText(row({ engine: null, version: "7.2.4" }))).toBe("7.2.4");
  expect(engineText(row())).toBeUndefined();
});

test("DBS01 an unknown fact says why", () => {
  expect(whyUnknown("region", row())).toBe("Agent reports no region.");
  expect(whyUnknown("version", row({ source: "elasticache", status: "pending" }))).toBe(
    "ElastiCache hasn't read this database yet: version unknown.",
  );
  expect(whyUnknown("TLS", row({ status: "denied" }))).toBe(
    "Agent has no access to the database: TLS unknown.",
  );
});

test("DBS01 a database is identified together with its deployment", () => {
  expect(keyOf(row({ deploymentId: "dep_1", id: "2" }))).not.toBe(
    keyOf(row({ deploymentId: "dep_2", id: "2" })),
  );
});
