import { expect, test } from "vitest";
import { redisSettings } from "../../../../test/settings.ts";
import { toClusterReading } from "./reading.ts";
import { DataSets } from "./data-sets.ts";
import { parseInfo } from "../info/info.ts";
import type { Member } from "../round.ts";

const before = "a".repeat(40);
const after = "b".repeat(40);
const none = "0".repeat(40);

function read(address: string, role: string, dataSet: string, former = none, evicted?: number): Member {
  const replication = `role:${role}\r\nmaster_replid:${dataSet}\r\nmaster_replid2:${former}\r\n`;
  const info = parseInfo(`# Replication\r\n${replication}# Memory\r\nused_memory:1000\r\n`);
  const counts = { ...(evicted !== undefined && { evicted }) };
  return {
    name: address,
    address,
    outcome: { info, memoryLimit: "0", startedAt: null, gaps: [], ...counts },
  };
}

const unread = (address: string): Member => ({
  name: address,
  address,
  outcome: { status: "unreachable", message: "", code: "ECONNREFUSED" },
});

test("AGT20 R18 a dead primary is replaced by the server that held its data set before it took over", () => {
  const sets = new DataSets();
  expect(sets.replaced([read("p:1", "master", before), read("r:2", "slave", before)])).toEqual(new Set());
  expect(sets.replaced([unread("p:1"), read("r:2", "slave", before)]), "not yet").toEqual(new Set());
  expect(sets.replaced([unread("p:1"), read("r:2", "master", after, before)])).toEqual(new Set(["p:1"]));
  // Then the successor died too, and a third server took over.
  const third = read("t:3", "master", none.replaceAll("0", "c"), after);
  expect(sets.replaced([unread("p:1"), unread("r:2"), third])).toEqual(new Set(["p:1", "r:2"]));
});

test("AGT20 R18 a dead replica is replaced by its primary, and a server that was never read by nobody", () => {
  const sets = new DataSets();
  expect(sets.replaced([read("p:1", "master", before), read("r:2", "slave", before)])).toEqual(new Set());
  expect(sets.replaced([read("p:1", "master", before), unread("r:2"), unread("x:3")])).toEqual(
    new Set(["r:2"]),
  );
});

test("AGT20 R18 servers that never changed their primary do not replace each other", () => {
  const sets = new DataSets();
  expect(sets.replaced([read("p:1", "master", none), read("q:2", "master", after)])).toEqual(new Set());
  expect(sets.replaced([unread("p:1"), read("q:2", "master", after)])).toEqual(new Set());
});

test("AGT20 R18 a former replica that got slots of its own counts beside its former primary, in any order", () => {
  const members = [read("p:1", "master", before), read("q:2", "master", after, before)];
  for (const ordered of [members, members.toReversed()]) {
    const findings = { members: ordered, all: true, gaps: [] };
    const { deployment } = toClusterReading(redisSettings(1), findings);
    expect(deployment.databases).toMatchObject([{ memoryUsed: "2000" }]);
  }
});

test("R12 the evictions of several servers are not known when their sum is beyond the whole numbers", () => {
  const databasesOf = (evicted: number) => {
    const members = [
      read("p:1", "master", before, none, evicted),
      read("q:2", "master", after, none, evicted),
    ];
    return toClusterReading(redisSettings(1), { members, all: true, gaps: [] }).deployment.databases;
  };
  expect(databasesOf(3)).toMatchObject([{ evicted: 6 }]);
  expect(databasesOf(Number.MAX_SAFE_INTEGER)?.[0]).not.toHaveProperty("evicted");
});

test("AGT20 R18 a former replica that got slots of its own does not replace its former primary when that dies", () => {
  const sets = new DataSets();
  const reset = read("q:2", "master", after, before);
  expect(sets.replaced([read("p:1", "master", before), reset])).toEqual(new Set());
  expect(sets.replaced([unread("p:1"), reset])).toEqual(new Set());
});

test("AGT20 R18 a server that loads hides no other that is unreachable: the cluster is degraded without figures", () => {
  const loading: Member = {
    ...unread("l:1"),
    outcome: { status: "loading", message: "", code: "LOADING" },
  };
  const reading = (...members: Member[]) =>
    toClusterReading(redisSettings(1), { members, all: true, gaps: [] }).deployment;
  expect(reading(loading, read("p:2", "master", before)).status).toBe("loading");
  expect(reading(loading, unread("p:2"))).toMatchObject({
    status: "degraded",
    databases: [{ memoryUsed: null }],
  });
  // Every server is replaced, but by none that was read.
  const replaced = new Set(["p:2"]);
  const nothing = toClusterReading(redisSettings(1), {
    members: [unread("p:2")],
    replaced,
    all: true,
    gaps: [],
  });
  expect(nothing.deployment.databases).toMatchObject([{ memoryUsed: null }]);
});
