import { expect, test } from "vitest";
import type { Database } from "../../contract/deployment/deployment.ts";
import { deploymentId, fingerprint, type Observation } from "./observation.ts";

const database: Database = {
  id: "1",
  name: "orders",
  status: "active",
  version: "7.2",
  memoryUsed: "100",
  memoryLimit: "1000",
  tlsEnabled: true,
};
const observation: Observation = {
  id: "dep_1",
  name: "server",
  type: "STANDALONE",
  status: "active",
  statusMessage: null,
  databases: [database],
  license: null,
  cloudSubscription: null,
  enterpriseAdminUrl: null,
  gaps: [],
};

test("memory used does not change the fingerprint", () => {
  const measured = { ...observation, databases: [{ ...database, memoryUsed: "200" }] };
  expect(fingerprint(measured)).toBe(fingerprint(observation));
});

test("the number of evicted keys does not change the fingerprint, but counting them does", () => {
  const evicting = (evicted?: number) =>
    fingerprint({ ...observation, databases: [{ ...database, evicted }] });
  expect(evicting(7)).toBe(evicting(0));
  expect(evicting(0)).not.toBe(evicting());
});

test("R22 RUL02 after 0.3.0, only the rows of databases whose persistence is known are written again", () => {
  const of = (persistence: string | null) =>
    fingerprint({ ...observation, databases: [{ ...database, persistence }] });
  // What 0.3.0 wrote.
  expect(of(null)).toBe("Gg-NAsdB570MZ-Qz");
  expect(of("aof")).not.toBe("QKH1fGP_xufwdNe9");
});

test.each<[string, Partial<Observation>]>([
  ["the name", { name: "other" }],
  ["the status", { status: "error" }],
  ["a database's status", { databases: [{ ...database, status: "pending" }] }],
  ["a database's limit", { databases: [{ ...database, memoryLimit: "2000" }] }],
  ["another database", { databases: [database, database] }],
  ["no databases", { databases: [] }],
  ["databases that cannot be read", { databases: undefined }],
  ["a gap", { gaps: ["INFO: denied"] }],
])("%s changes the fingerprint", (_, change) => {
  expect(fingerprint({ ...observation, ...change })).not.toBe(fingerprint(observation));
});

test("an id follows from the organization, the kind of the source and the key, and from all of them", () => {
  const id = deploymentId("org_1", "agent", "key");
  expect(deploymentId("org_1", "agent", "key")).toBe(id);
  const others = [
    deploymentId("org_2", "agent", "key"),
    deploymentId("org_1", "elasticache", "key"),
    deploymentId("org_1", "agent", "other"),
  ];
  expect(new Set([id, ...others]).size).toBe(4);
});
