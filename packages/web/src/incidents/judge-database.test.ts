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
