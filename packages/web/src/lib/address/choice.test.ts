import { expect, test } from "vitest";
import { addressFor, choosesSeveral } from "./address-for.ts";
import { choiceIn, keepingChoice, withOrganization } from "./choice.ts";
import { paths } from "./paths.ts";

const at = (address: string) => new URL(address, "http://localhost");
const keeps = (to: string, from: string) => keepingChoice(at(to), at(from));
const chosenAt = (address: string) => choiceIn(at(address).search);

test("SCR12 the address has the choice: one organization, all, or several that only the list can show", () => {
  expect(chosenAt("/overview?org=org_1")).toBe("org_1");
  for (const address of ["/overview", "/overview?history=24h", "/deployments?org=all"])
    expect([chosenAt(address), choosesSeveral(at(address).search)]).toEqual([undefined, false]);
  for (const address of ["/deployments?org=org_1,org_2", "/deployments?org=-org_1"])
    expect([chosenAt(address), choosesSeveral(at(address).search)]).toEqual([undefined, true]);
});

test("SCR12 a deployment's page has the choice of the list that it was opened from, not the deployment's own", () => {
  const chosen = (list: string) => choiceIn(at(paths.deployment("dep_1", list, "org_1")).search);
  expect(chosen("")).toBeUndefined();
  expect(chosen("?org=org_1")).toBe("org_1");
  expect(chosen("?org=org_1,org_2")).toBeUndefined();
  expect(choosesSeveral(at(paths.deployment("dep_1", "?org=org_1,org_2", "org_1")).search)).toBe(true);
});

test("SCR12 another page keeps the choice, unless its address has one", () => {
  expect(keeps("/changes", "/overview?org=org_1")).toBe("/changes?org=org_1");
  expect(keeps("/integrations/add?kind=agent", "/integrations/agent-keys?org=org_1")).toBe(
    "/integrations/add?kind=agent&org=org_1",
  );
  expect(keeps("/changes?org=org_2", "/overview?org=org_1")).toBeUndefined();
  expect(keeps("/changes", "/overview")).toBeUndefined();
});

test("SCR12 on the page itself an address without an organization chooses all", () => {
  expect(keeps("/deployments?search=pay", "/deployments?org=org_1&search=pay")).toBeUndefined();
});

test("SCR12 from a deployment of a list of all, the next page is of all", () => {
  expect(keeps("/incidents", paths.deployment("dep_1", "", "org_1"))).toBeUndefined();
});

test("SCR12 a link keeps its query, and the organization that it names", () => {
  expect(withOrganization("/changes", "org_1")).toBe("/changes?org=org_1");
  expect(withOrganization("/deployments?type=CLUSTER", "org_1")).toBe("/deployments?type=CLUSTER&org=org_1");
  expect(withOrganization("/deployments?org=org_2", "org_1")).toBe("/deployments?org=org_2");
  expect(withOrganization("/deployments", undefined)).toBe("/deployments");
});

test("SCR12 another choice shows the same screen with its filters, from the first page", () => {
  const list = at("/deployments?search=pay&org=org_1&page=3&type=CLUSTER,CLOUD&pageSize=50");
  expect(addressFor(list, "org_2")).toBe("/deployments?search=pay&type=CLUSTER,CLOUD&pageSize=50&org=org_2");
  expect(addressFor(list, undefined)).toBe("/deployments?search=pay&type=CLUSTER,CLOUD&pageSize=50");
  expect(addressFor(at("/overview"), "org_2")).toBe("/overview?org=org_2");
  expect(addressFor(at("/overview?org=org_2"), undefined)).toBe("/overview");
});

test("SCR12 R17 another choice leaves the page of an object, which is of the former organization", () => {
  for (const page of ["/deployments/dep_1", "/deployments/dep_1/privacy"])
    expect(addressFor(at(`${page}?search=pay&list=all&org=org_1`), "org_2")).toBe("/deployments?org=org_2");
  expect(addressFor(at("/incidents/inc_1?org=org_1"), undefined)).toBe("/incidents");
  expect(addressFor(at("/integrations/agent-keys?org=org_1"), "org_2")).toBe(
    "/integrations/agent-keys?org=org_2",
  );
});
