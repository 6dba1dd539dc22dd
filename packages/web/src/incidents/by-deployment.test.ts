import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { expect, test } from "vitest";
import { byDeployment } from "./by-deployment.ts";

const incident = (fields: Partial<Incident>): Incident => ({
  id: "inc_1",
  organizationId: "org_1",
  rule: "memory-full",
  ruleName: "Memory is nearly full",
  severity: "critical",
  cause: { kind: "deployment", id: "dep_1", name: "cart" },
  title: "cart: memory at 96.0% of its limit",
  since: "2026-11-23T07:57:00.000Z",
  openedAt: "2026-11-23T08:00:00.000Z",
  state: "open",
  resolvedAt: null,
  resolution: null,
  affected: { count: 1, first: [{ id: "dep_1", name: "cart", value: null }] },
  acknowledged: null,
  silencedUntil: null,
  flapping: false,
  sequence: 1,
  ...fields,
});
const acknowledged = { by: { id: "acc_1", name: "Ada" }, at: "2026-11-23T08:01:00.000Z", note: null };

test("INC11 a deployment has the count of its incidents, and the most urgent one names it", () => {
  const other = incident({ id: "inc_2", severity: "warning", title: "The license of cart", acknowledged });
  const trouble = byDeployment([other, incident({})]).get("org_1 dep_1");
  expect(trouble).toMatchObject({ count: 2, states: ["open", "acknowledged"] });
  expect(trouble?.worst).toMatchObject({ severity: "critical", title: "cart: memory at 96.0% of its limit" });
});

test("INC11 an incident of many marks those that it does not name, too, and no deployment of another organization", () => {
  const many = incident({
    affected: { count: 2, first: [{ id: "dep_1", name: "a", value: null }], others: ["dep_2"] },
  });
  const marked = byDeployment([many]);
  expect([...marked.keys()]).toEqual(["org_1 dep_1", "org_1 dep_2"]);
  expect(marked.get("org_1 dep_2")?.states).toEqual(["open"]);
});
