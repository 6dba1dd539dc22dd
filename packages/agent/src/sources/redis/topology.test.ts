import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Reply } from "./reply.ts";
import { parseNodes, parseShards } from "./topology.ts";

const id = (letter: string): string => letter.repeat(40);
const asked = { host: "redis.test", usesTls: false };
const node = (fields: Record<string, Reply>): Reply => Object.entries(fields).flat();
const shard = (slots: number[], ...nodes: Reply[]): Reply => ["slots", slots, "nodes", nodes];

test("AGT20 CLUSTER NODES of Redis 4 to 8 and Valkey is read: addresses, roles, slots, failures", () => {
  const answer = [
    `${id("a")} 10.0.0.1:7000@17000,first.test myself,master - 0 0 1 connected 0-99 200 [93->-${id("b")}]`,
    `${id("b")} 10.0.0.2:7000@17000,,tls-port=0,shard-id=${id("0")} master,fail? - 0 0 2 connected 100-199`,
    `${id("c")} :7003@17003 slave ${id("a")} 0 0 1 connected`,
    `${id("d")} fe80::1:7004@17004 slave,fail ${id("b")} 0 0 2 disconnected`,
    `${id("e")} 10.0.0.5:7005 master - 0 0 5 connected`,
    `${id("f")} :0@0 master,fail,noaddr - 0 0 6 disconnected 201-16383`,
    `${id("1")} 10.0.0.7:7007@17007 handshake - 0 0 0 connected`,
    "garbage",
    "",
  ].join("\n");
  expect(parseNodes(answer, asked)).toEqual([
    { id: id("a"), primary: true, failed: false, slots: 101, address: { host: "10.0.0.1", port: 7000 } },
    { id: id("b"), primary: true, failed: false, slots: 100, address: { host: "10.0.0.2", port: 7000 } },
    { id: id("c"), primary: false, failed: false, slots: 0, address: { host: "redis.test", port: 7003 } },
    { id: id("d"), primary: false, failed: true, slots: 0, address: { host: "fe80::1", port: 7004 } },
    { id: id("e"), primary: true, failed: false, slots: 0, address: { host: "10.0.0.5", port: 7005 } },
  ]);
  expect(parseNodes(answer, { ...asked, usesTls: true })[0]?.address).toEqual({
    host: "first.test",
    port: 7000,
  });
});

test("AGT20 CLUSTER SHARDS is read: only primaries hold slots, and TLS has its own port and prefers names", () => {
  const primary = node({
    id: id("a"),
    port: 7000,
    "tls-port": 7100,
    ip: "10.0.0.1",
    endpoint: "10.0.0.1",
    hostname: "first.test",
    role: "master",
    health: "online",
  });
  const replica = node({
    id: id("b"),
    port: 7001,
    ip: "10.0.0.2",
    endpoint: "?",
    role: "replica",
    health: "fail",
  });
  const gone = node({ id: id("c"), port: 7002, ip: "", endpoint: "", role: "master", health: "fail" });
  const behindOne = node({
    id: id("d"),
    port: 7003,
    ip: "10.0.0.4",
    endpoint: null,
    role: "master",
    health: "online",
  });
  const reply = [
    shard([0, 99, 200, 200], primary, replica),
    shard([], gone),
    shard([100, 199], behindOne),
    7,
    null,
  ];
  expect(parseShards(reply, asked)).toEqual([
    { id: id("a"), primary: true, failed: false, slots: 101, address: { host: "10.0.0.1", port: 7000 } },
    { id: id("b"), primary: false, failed: true, slots: 0, address: { host: "10.0.0.2", port: 7001 } },
    { id: id("d"), primary: true, failed: false, slots: 100, address: { host: "redis.test", port: 7003 } },
  ]);
  expect(parseShards(reply, { ...asked, usesTls: true })[0]?.address).toEqual({
    host: "first.test",
    port: 7100,
  });
});

const { reply: anyReply } = fc.letrec<{ reply: Reply }>((tie) => ({
  reply: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom("id", "nodes", "slots", "role", "master", "port", id("a"), null),
    fc.string(),
    fc.integer(),
    fc.array(tie("reply"), { maxLength: 6 }),
  ),
}));

test("R12 whatever a node answers, it names no node without an id, and no address without a port", () => {
  const sound = (nodes: ReturnType<typeof parseNodes>): void => {
    for (const { id: found, slots, address } of nodes) {
      expect(found).toMatch(/^[0-9a-f]{40}$/);
      expect(slots).toBeGreaterThanOrEqual(0);
      if (address) expect(address.port > 0 && address.port < 65_536).toBe(true);
    }
  };
  fc.assert(fc.property(anyReply, (reply) => sound(parseShards(reply, asked))));
  fc.assert(fc.property(fc.string(), (text) => sound(parseNodes(`${id("a")} ${text}`, asked))));
});
