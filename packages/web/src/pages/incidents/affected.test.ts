import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { expect, test } from "vitest";
import { affectedIn } from "./affected.ts";

const members = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: `dep_${index}`, name: `n${index}`, value: null }));
const of = (count: number, cause: Incident["cause"]) => ({
  cause,
  affected: { count, first: members(Math.min(count, 20)) },
});
const version = { kind: "version", id: "redis 7.2.4", name: "Redis 7.2.4" } as const;

test("SCR09 SCR01 many servers of a version are found by the version and by how bad it is", () => {
  expect(affectedIn(of(21, version), "org_1")).toBe(
    "/deployments?engine=redis&version=7.2.4&cve=critical,high&org=org_1",
  );
  expect(affectedIn(of(2, version), undefined)).toBe("/deployments?id=dep_0,dep_1");
});

test("INC04 others are found by what reports them, or as all that are in an incident", () => {
  const agent = { kind: "agent", id: "key_1/a", name: "a" } as const;
  expect(affectedIn(of(21, agent), undefined)).toBe("/deployments?via=key_1/a");
  const rule = { kind: "rule", id: null, name: "unwell" } as const;
  expect(affectedIn(of(21, rule), undefined)).toBe("/deployments?incident=open");
});
