import type { Database } from "@shardwatch/core/contract/deployment/deployment";
import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { expect, test } from "vitest";
import { concernedBy } from "./of-database.ts";

const database = (name: string, percent = 10, fields: Partial<Database> = {}): Database => ({
  id: name,
  name,
  status: "active",
  version: null,
  memoryUsed: String(percent),
  memoryLimit: "100",
  tlsEnabled: null,
  ...fields,
});
const incident = (rule: Incident["rule"], value: string | null, id = "dep_1") =>
  ({ rule, affected: { count: 1, first: [{ id, name: "zeta", value }] } }) as Incident;

const [cart, full, wrong, other] = [
  database("cart"),
  database("full", 96),
  database("wrong", 10, { status: "error" }),
  database("is in other"),
];
const deployment = { id: "dep_1", databases: [cart, full, wrong, other] };
const concerned = (one: Incident) =>
  deployment.databases.map((each) => concernedBy(one, deployment, each) ?? "not");

test("SCR05 an incident of a rule about each database concerns the one that it names, and those like it", () => {
  expect(concerned(incident("memory-full", "91.2% of its limit in cart"))).toEqual([
    "itself",
    "itself",
    "not",
    "not",
  ]);
  expect(concerned(incident("memory-full", "91.2 % of its limit in is in other"))).toEqual([
    "not",
    "itself",
    "not",
    "itself",
  ]);
  expect(concerned(incident("database-unwell", "is in other is failed and 2 more"))).toEqual([
    "not",
    "not",
    "itself",
    "itself",
  ]);
  // What a rule saw is in the list for twenty of its deployments only.
  expect(concerned(incident("memory-full", null))).toEqual(["not", "itself", "not", "not"]);
});

test("SCR05 an incident of another rule concerns every database of its deployment, and none of another", () => {
  expect(concerned(incident("silent", "last report 08:00"))).toEqual(Array(4).fill("deployment"));
  expect(concerned(incident("memory-full", "96.0% of its limit", "dep_2"))).toEqual(Array(4).fill("not"));
  const many = incident("silent", null, "dep_2");
  many.affected.others = ["dep_1"];
  expect(concerned(many)).toEqual(Array(4).fill("deployment"));
});

test("SCR05 the only database of a deployment is concerned by what its rules saw", () => {
  const single = { id: "dep_1", databases: [cart] };
  expect(concernedBy(incident("memory-full", "91.2% of its limit"), single, cart)).toBe("itself");
});
