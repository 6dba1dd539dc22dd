import { expect, test } from "vitest";
import { type PlannedSource, stayingGroups } from "./plan.ts";

const source = (fields: Partial<PlannedSource>): PlannedSource => ({
  what: "keys",
  id: "key_1",
  name: "One",
  because: undefined,
  along: [],
  behind: [],
  ...fields,
});

test("INV13 a source that moves leaves only deployments behind that others created", () => {
  expect(stayingGroups([source({ along: ["dep_1"] })])).toEqual([]);
  expect(stayingGroups([source({ along: ["dep_1"], behind: ["dep_2"] })])).toEqual([
    { what: "deployments", because: "CREATED_BY_OTHERS", content: ["dep_2"] },
  ]);
});

test("INV13 a source that stays keeps its deployments, for the same reason", () => {
  const staying = source({
    what: "redisClouds",
    name: "Cloud",
    because: "CONNECTED_THERE",
    along: ["dep_1"],
  });
  expect(stayingGroups([staying])).toEqual([
    { what: "redisClouds", because: "CONNECTED_THERE", content: ["Cloud"] },
    { what: "deployments", because: "CONNECTED_THERE", content: ["dep_1"] },
  ]);
});

test("INV13 what stays for one reason is one group of each kind, and each reason has its own", () => {
  const groups = stayingGroups([
    source({ name: "One", because: "ADMINS_ONLY", along: ["dep_1"] }),
    source({ name: "Two", because: "ADMINS_ONLY", along: ["dep_2"], behind: ["dep_3"] }),
    source({ what: "awsAccounts", name: "AWS", because: "ADMINS_ONLY" }),
    source({ name: "Three", because: "NOBODY_LEFT" }),
  ]);
  expect(groups).toEqual([
    { what: "keys", because: "ADMINS_ONLY", content: ["One", "Two"] },
    { what: "deployments", because: "ADMINS_ONLY", content: ["dep_1", "dep_2"] },
    { what: "deployments", because: "CREATED_BY_OTHERS", content: ["dep_3"] },
    { what: "awsAccounts", because: "ADMINS_ONLY", content: ["AWS"] },
    { what: "keys", because: "NOBODY_LEFT", content: ["Three"] },
  ]);
});
