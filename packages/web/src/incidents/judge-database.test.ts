import { expect, test } from "vitest";
import { databaseRow as row } from "../../../../tests/support/database-row.ts";
import { judgeDatabase, judgeRow } from "./judge-database.ts";

const concernOfRow = (database: Parameters<typeof judgeRow>[0]) => judgeRow(database, null).concern;
const concernOfDatabase = (database: Parameters<typeof judgeDatabase>[0]) =>
  judgeDatabase(database, null).concern;

test("DBS01 what is worst about a database is its status or its memory", () => {
  expect(concernOfRow(row({ utilization: 96 }))).toBe("full");
  expect(concernOfRow(row({ utilization: 96, evictionPolicy: "allkeys-lru" }))).toBe("active");
  expect(concernOfRow(row({ utilization: 96, status: "unreachable" }))).toBe("unreachable");
  expect(concernOfRow(row())).toBe("active");
});

test("DBS01 a database has the same concern in its deployment as in the list of all databases", () => {
  const database = {
    id: "1",
    name: null,
    status: "active",
    version: null,
    memoryUsed: "910",
    memoryLimit: "1000",
    tlsEnabled: null,
  };
  expect(concernOfDatabase(database)).toBe("nearlyFull");
  expect(concernOfDatabase({ ...database, evictionPolicy: "allkeys-lru" })).toBe("active");
  expect(concernOfDatabase({ ...database, memoryLimit: "0" })).toBe("active");
  expect(concernOfDatabase({ ...database, status: "unreachable" })).toBe("unreachable");
});

test("SCR01 no database is worse than its deployment, and none whose own state is well is in trouble", () => {
  const levelOf = (utilization: number, severity: "critical" | "warning", status = "active") =>
    judgeRow(row({ utilization, status }), {
      states: ["open"],
      worst: { severity, acknowledged: null, isSilenced: false, since: 1 },
      count: 1,
    }).level;
  expect(levelOf(96, "critical")).toBe("critical");
  // Another incident is open. The one about the memory is silenced, or not open yet.
  expect(levelOf(96, "warning")).toBe("warning");
  expect(levelOf(92, "critical")).toBe("warning");
  expect(levelOf(10, "critical")).toBe("ok");
  expect(levelOf(10, "critical", "unreachable")).toBe("critical");
});
