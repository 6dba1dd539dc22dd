import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Reply } from "../connection/reply.ts";
import { parseShards } from "./shards.ts";
import { parseNodes } from "./topology.ts";
import type { Topology } from "./topology.ts";

const id = (letter: string): string => letter.repeat(40);
const asked = { host: "redis.test", usesTls: false };

test("AGT20 CLUSTER NODES of Redis 4 to 8 and Valkey is read: addresses, roles, slots, failures", () => {
  const answer = [
    `${id("a")} 10.0.0.1:7000@17000,first.test myself,master - 0 0 1 connected 0-99 200 [93->-${id("b")}]`,
    `${id("b")} 10.0.0.2:7000@17000,,tls-port=0,shard-id=${id("0")} master,fail? - 0 0 2 connected 100-199`,
    `${id("c")} :7003@17003 slave ${id("a")} 0 0 1 connected`,
    `${id("d")} fe80::1:7004@17004 slave,fail ${id("b")} 0 0 2 disconnected`,
    `${id("e")} 10.0.0.5:7005 master - 0 0 5 connected`,
    `${id("f")} :0@0 master,fail,noaddr - 0 0 6 disconnected 201-16383`,
    `${id("1")} 10.0.0.7:7007@17007 handshake - 0 0 0 connected`,
    `${id("2")} :0@0 slave,noaddr ${id("a")} 0 0 1 disconnected`,
    "garbage",
    "",
  ].join("\n");
  expect(parseNodes(answer, asked).nodes).toEqual([
    { id: id("a"), primary: true, failed: false, slots: 101, address: { host: "10.0.0.1", port: 7000 } },
    { id: id("b"), primary: true, failed: false, slots: 100, address: { host: "10.0.0.2", port: 7000 } },
    {
      id: id("c"),
      primary: false,
      replicaOf: id("a"),
      failed: false,
      slots: 0,
      address: { host: "redis.test", port: 7003 },
    },
    {
      id: id("d"),
      primary: false,
      replicaOf: id("b"),
      failed: true,
      slots: 0,
      address: { host: "fe80::1", port: 7004 },
    },
    { id: id("e"), primary: true, failed: false, slots: 0, address: { host: "10.0.0.5", port: 7005 } },
    { id: id("f"), primary: true, failed: true, slots: 16_183 },
  ]);
  expect(parseNodes(answer, { ...asked, usesTls: true }).nodes[0]?.address).toEqual({
    host: "first.test",
    port: 7000,
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
  const sound = ({ nodes }: Topology): void => {
    for (const { id: found, slots, address } of nodes) {
      expect(found).toMatch(/^[0-9a-f]{40}$/);
      expect(slots ?? 0).toBeGreaterThanOrEqual(0);
      if (address) expect(address.port > 0 && address.port < 65_536).toBe(true);
    }
  };
  fc.assert(fc.property(anyReply, (reply) => sound(parseShards(reply, asked))));
  fc.assert(fc.property(fc.string(), (text) => sound(parseNodes(`${id("a")} ${text}`, asked))));
});

test("AGT20 R18 the mark of a verbatim string of RESP3 is no part of the first node", () => {
  const line = `${id("a")} 10.0.0.1:7000@17000 myself,master - 0 0 1 connected 0-16383`;
  expect(parseNodes(`txt:${line}\n`, asked)).toEqual(parseNodes(line, asked));
  expect(parseNodes(line, asked).nodes).toHaveLength(1);
});

test("AGT20 R18 slots that Valkey 9.1 lists twice for the node that was asked count once", () => {
  const line = `${id("a")} 10.0.0.1:7000@17000 myself,master - 0 0 1 connected 0-5460 0-5460`;
  expect(parseNodes(line, asked).nodes[0]?.slots).toBe(5_461);
});
