import { expect, test } from "vitest";
import { clusterFacts, serverFacts } from "./facts.ts";
import { parseInfo } from "./info/info.ts";
import type { ClusterNode } from "./cluster/topology.ts";

const text = ({ server = "redis_version:7.4.2", policy = "noeviction", more = "" } = {}) =>
  `# Server\r\n${server}\r\n# Memory\r\nmaxmemory_policy:${policy}\r\n${more}`;

test.each([
  ["redis_version:7.4.2", "redis"],
  ["redis_version:7.2.4\r\nserver_name:valkey\r\nvalkey_version:9.0.0", "valkey"],
  ["redis_version:7.2.4\r\nredict_version:7.3.0", null],
  ["tcp_port:6379", null],
])("DBS01 FIL01 the engine of %j is %j", (server, engine) => {
  expect(serverFacts(parseInfo(text({ server }))).engine).toBe(engine);
});

test("DEX01 a server's facts are those of its INFO, and unknown where an old version does not give them", () => {
  const more =
    "# Clients\r\nmaxclients:10000\r\n# Persistence\r\naof_enabled:1\r\nrdb_last_bgsave_status:ok\r\n" +
    "aof_last_write_status:err\r\n# Replication\r\nrole:slave\r\nconnected_slaves:2\r\n" +
    "# Modules\r\nmodule:name=search,ver=20811,api=1\r\nmodule:name=ReJSON,ver=20805\r\nmodule:name=search,ver=1\r\n";
  expect(serverFacts(parseInfo(text({ policy: "allkeys-lru", more })))).toEqual({
    engine: "redis",
    evictionPolicy: "allkeys-lru",
    persistence: "aof",
    persistenceFailed: true,
    role: "replica",
    maxClients: 10_000,
    replicas: 2,
    modules: ["ReJSON", "search"],
  });
  expect(serverFacts(parseInfo("# Server\r\nredis_version:2.8.0\r\n"))).toEqual({
    engine: "redis",
    evictionPolicy: null,
    persistence: null,
    persistenceFailed: null,
    role: null,
    maxClients: null,
    replicas: null,
    modules: [],
  });
});

test("DEX01 a cluster has the facts in which its nodes agree", () => {
  const [one, other] = [parseInfo(text()), parseInfo(text({ policy: "allkeys-lru" }))];
  const node = (id: string, fields: Partial<ClusterNode> = {}): ClusterNode => ({
    id,
    primary: true,
    failed: false,
    slots: 100,
    ...fields,
  });
  const replicaOf = (primary: string, failed = false) =>
    node(`replica of ${primary}`, { primary: false, replicaOf: primary, slots: 0, failed });
  const nodes = [node("a"), node("b"), replicaOf("a"), replicaOf("b")];
  expect(clusterFacts([one, one], nodes)).toMatchObject({ evictionPolicy: "noeviction", replicas: 1 });
  expect(clusterFacts([one, other], nodes)).toMatchObject({ engine: "redis", evictionPolicy: null });
  expect(clusterFacts([], undefined)).toEqual({ replicas: null });
  const uneven = [node("a"), node("b"), replicaOf("a"), replicaOf("b", true)];
  expect(clusterFacts([], uneven)).toEqual({ replicas: 0, mostReplicas: 1 });
  // One that failed and one without slots need no replica.
  const others = [node("c", { failed: true }), node("d", { slots: 0 })];
  expect(clusterFacts([], [...nodes, ...others])).toEqual({ replicas: 1 });
  expect(clusterFacts([], [node("a"), node("r", { primary: false })])).toEqual({ replicas: null });
  const saving = (...results: string[]) => {
    const infos = results.map((result) => parseInfo(text({ more: result })));
    return clusterFacts(infos, undefined).persistenceFailed;
  };
  const [ok, failed] = ["ok", "err"].map(
    (result) => `# Persistence\r\nrdb_last_bgsave_status:${result}\r\n`,
  ) as [string, string];
  expect([saving(ok, ok), saving(ok, failed), saving("", failed)]).toEqual([false, true, true]);
  expect(saving(ok, "")).toBeNull();
});
