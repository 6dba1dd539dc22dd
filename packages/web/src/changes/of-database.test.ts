import type { Change, ChangedField } from "@shardwatch/core/contract/history/changes";
import { expect, test } from "vitest";
import { changesOfDatabase } from "./of-database.ts";

const field = (name: string, id: string | null): ChangedField => ({
  field: name,
  element: id === null ? null : { id, name: "cart" },
  from: "a",
  to: "b",
});
const change = (id: string, fields: ChangedField[], more = 0): Change => ({
  id,
  kind: "changed",
  at: "2026-11-22T08:00:00.000Z",
  until: null,
  times: 1,
  source: null,
  more,
  deployments: [{ id: "dep_1", name: "zeta" }],
  fields,
});

test("SCR05 of the changes of a deployment, a database has those that carry its id", () => {
  const own = field("databases.version", "7");
  const changes = [
    change("1", [own, field("databases.version", "70"), field("status", null)], 3),
    // A shard and a node may have the number of a database.
    change("2", [field("shards.status", "7"), field("nodes.added", "7")]),
    change("3", [field("databases.version", "70")]),
    { ...change("4", [own]), kind: "moved here" as const },
  ];
  expect(changesOfDatabase(changes, "7")).toEqual([{ ...change("1", [own]), more: 0 }]);
  expect(changesOfDatabase(changes, "8")).toEqual([]);
});
