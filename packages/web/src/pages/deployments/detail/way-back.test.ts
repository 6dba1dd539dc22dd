import { expect, test } from "vitest";
import { paths } from "../../../lib/address/paths.ts";
import { searchFromDatabases } from "../../../lib/address/urls.ts";
import { historyParameters } from "../../../lib/address/history-address.ts";
import { wayBack } from "./way-back.ts";

const searchOf = (address: string) => new URL(address, "http://localhost").search;

test("DBS01 DET02 a deployment leads back to the list that it was opened from, with that list's view", () => {
  const view = "?search=pay&sort=memory&page=2";
  const opened = searchOf(paths.deployment("dep_1", searchFromDatabases(view)));
  expect(wayBack(`${opened}&dbSort=status`)).toEqual({ list: "Databases", address: `/databases${view}` });
  expect(wayBack(searchOf(paths.deployment("dep_1", view)))).toEqual({
    list: "Deployments",
    address: `/deployments${view}`,
  });
});

test("HIS02 DET02 the way back has nothing of the history", () => {
  const query = new URLSearchParams("search=pay");
  for (const name of Object.values(historyParameters)) query.set(name, "1");
  expect(wayBack(`?${query}`).address).toBe("/deployments?search=pay");
});
