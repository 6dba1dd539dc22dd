import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { expect, test } from "vitest";
import { firstOfGroups, groupedByDeployment } from "./by-deployment.ts";

const incident = (id: string, ...ids: string[]) =>
  ({
    id,
    affected: { count: ids.length, first: ids.map((each) => ({ id: each, name: each, value: null })) },
  }) as unknown as Incident;
const ids = (some: Iterable<Incident>) => [...some].map(({ id }) => id);

const list = [
  incident("1", "dep_a"),
  incident("2", "dep_b"),
  incident("3", "dep_a", "dep_b"),
  incident("4", "key_a"),
  incident("5", "dep_a"),
  incident("6", "key_a"),
];

test("SCR11 incidents of one deployment stand together at the most urgent of them, and others stay alone", () => {
  expect(ids(groupedByDeployment(list))).toEqual(["1", "5", "2", "3", "4", "6"]);
  expect(groupedByDeployment([])).toEqual([]);
});

test("SCR11 the first of each group is known, and all that are about nothing or about several", () => {
  expect(ids(firstOfGroups(groupedByDeployment(list)))).toEqual(["1", "2", "3", "4", "6"]);
});
