import { expect, test } from "vitest";
import { results, tableOf } from "./prove-engines.mjs";

const result = (title, status) => ({ title, status });
const engines = "/project/packages/agent/src/sources/redis/engines.test.ts";

test("R18 the table has each case by its title without numbers, and the other tests as counts", () => {
  const rows = [
    {
      engine: "valkey-9.1.2",
      ...results([
        { name: engines, assertionResults: [result("AGT24 R18 a replica counts once", "passed")] },
        { name: "/other.test.ts", assertionResults: [result("a", "passed"), result("b", "pending")] },
      ]),
    },
    {
      engine: "redis-6.0.16",
      ...results([
        { name: engines, assertionResults: [result("AGT24 R18 a replica counts once", "failed")] },
      ]),
    },
    { engine: "redict-7.3.6", ...results([{ name: engines, assertionResults: [] }]) },
  ];
  expect(tableOf(rows).split("\n")).toEqual([
    "| case | valkey-9.1.2 | redis-6.0.16 | redict-7.3.6 |",
    "| --- | --- | --- | --- |",
    "| a replica counts once | ok | failed | did not run |",
    "| all other tests with a server | 1 ok, 0 failed, 1 skipped | did not run | did not run |",
  ]);
});
