import { expect, test } from "vitest";
import { ReplyReader } from "../connection/reply.ts";
import type { Reply } from "../connection/reply.ts";
import { parseShards } from "./shards.ts";
import type { Topology } from "./topology.ts";

const id = (letter: string): string => letter.repeat(40);
const asked = { host: "redis.test", usesTls: false };
const node = (fields: Record<string, Reply>): Reply => Object.entries(fields).flat();
const shard = (slots: number[], ...nodes: Reply[]): Reply => ["slots", slots, "nodes", nodes];

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
  expect(parseShards(reply, asked).nodes).toEqual([
    { id: id("a"), primary: true, failed: false, slots: 101, address: { host: "10.0.0.1", port: 7000 } },
    {
      id: id("b"),
      primary: false,
      replicaOf: id("a"),
      failed: true,
      slots: 0,
      address: { host: "10.0.0.2", port: 7001 },
    },
    { id: id("d"), primary: true, failed: false, slots: 100, address: { host: "redis.test", port: 7003 } },
  ]);
  expect(parseShards(reply, { ...asked, usesTls: true }).nodes[0]?.address).toEqual({
    host: "first.test",
    port: 7100,
  });
});

/** A node of a shard, in the order of the fields that Redis 7.0 to 8.6 and Valkey 8.0 to 9.1 have in common. */
interface Listed {
  name: string;
  role: "master" | "replica";
  health: "online" | "fail" | "loading";
  offset?: number;
  ip?: string;
}

interface ListedShard {
  slots: number[];
  nodes: Listed[];
  /** Valkey 9.1 names shards. */
  shardId?: string;
}

type Protocol = "RESP2" | "RESP3";

const bulk = (text: string): string => `$${text.length}\r\n${text}\r\n`;

/** A map as the two versions of the protocol write it. */
function map(protocol: Protocol, entries: [string, string][]): string {
  const size = protocol === "RESP3" ? `%${entries.length}` : `*${2 * entries.length}`;
  return `${size}\r\n${entries.map(([name, value]) => bulk(name) + value).join("")}`;
}

/** The bytes of CLUSTER SHARDS. Ports are 7000 and on, in the order of the alphabet. */
function bytes(protocol: Protocol, shards: readonly ListedShard[]): string {
  const one = ({ slots, nodes, shardId }: ListedShard): string =>
    map(protocol, [
      ["slots", `*${slots.length}\r\n${slots.map((slot) => `:${slot}\r\n`).join("")}`],
      [
        "nodes",
        `*${nodes.length}\r\n${nodes
          .map(({ name, role, health, offset = 55, ip = "10.0.0.1" }) =>
            map(protocol, [
              ["id", bulk(id(name))],
              ["port", `:${7_000 + name.charCodeAt(0) - "a".charCodeAt(0)}\r\n`],
              ["ip", bulk(ip)],
              ["endpoint", bulk(ip)],
              ["role", bulk(role)],
              ["replication-offset", `:${offset}\r\n`],
              ["health", bulk(health)],
            ]),
          )
          .join("")}`,
      ],
      ...(shardId === undefined ? [] : [["id", bulk(shardId)] as [string, string]]),
    ]);
  return `*${shards.length}\r\n${shards.map(one).join("")}`;
}

function read(protocol: Protocol, shards: readonly ListedShard[]): Topology {
  const reply = new ReplyReader(65_536).push(Buffer.from(bytes(protocol, shards)));
  return parseShards(reply ?? null, asked);
}

/** The slots of each node, and the failed nodes, in short. */
function summary({ nodes, complete }: Topology): [Record<string, number | null>, string, boolean] {
  const slots = Object.fromEntries(nodes.map((one) => [one.id.slice(0, 1), one.slots]));
  const failed = nodes.filter((one) => one.failed).map((one) => one.id.slice(0, 1));
  return [slots, failed.join(""), complete];
}

const first = [0, 5460];
const deadPrimary = { name: "a", role: "master", health: "fail" } as const;
const suspect = { name: "a", role: "master", health: "online" } as const;
const replica = { name: "d", role: "replica", health: "online" } as const;
const successor = { name: "d", role: "master", health: "online" } as const;
/** The other primary, which serves all other slots throughout. */
const other = { slots: [5461, 16_383], nodes: [{ name: "b", role: "master", health: "online" } as const] };
const rest = { b: 10_923 };

const moments: [string, ListedShard[], ReturnType<typeof summary>][] = [
  [
    "of a primary that is down for less than the timeout (every version): only a suspicion",
    [{ slots: first, nodes: [suspect, replica] }],
    [{ a: 5461, d: 0, ...rest }, "", true],
  ],
  [
    "of a failed primary before the failover (every version): it still has the slots",
    [{ slots: first, nodes: [deadPrimary, replica] }],
    [{ a: 5461, d: 0, ...rest }, "a", true],
  ],
  [
    "of Redis 7.0.15 after the failover: the dead primary has a shard without slots",
    [
      { slots: first, nodes: [successor] },
      { slots: [], nodes: [deadPrimary] },
    ],
    [{ d: 5461, a: null, ...rest }, "a", false],
  ],
  [
    "of Redis 7.2.4 after the failover: the slots of a working primary are left out",
    [{ slots: [], nodes: [deadPrimary, successor] }],
    [{ a: 0, d: null, ...rest }, "a", false],
  ],
  [
    "of Redis 8.0.6 and 8.6.3 and Valkey 8.1.1 after the failover: the dead primary serves nothing",
    [{ slots: first, nodes: [deadPrimary, successor] }],
    [{ a: 0, d: 5461, ...rest }, "a", true],
  ],
  [
    "of Valkey 9.1.2 after the failover, with the id of the shard",
    [{ slots: first, nodes: [deadPrimary, successor], shardId: id("9") }],
    [{ a: 0, d: 5461, ...rest }, "a", true],
  ],
  [
    "of a primary that is back (every version): a replica that loads",
    [{ slots: first, nodes: [{ name: "a", role: "replica", health: "loading", offset: 0 }, successor] }],
    [{ a: 0, d: 5461, ...rest }, "", true],
  ],
  [
    "of two online primaries in one shard, at a return: counted once, for the one that received more",
    [{ slots: first, nodes: [{ ...suspect, offset: 40 }, successor] }],
    [{ a: 0, d: 5461, ...rest }, "", false],
  ],
  [
    "of a primary that loads beside an online one: it serves nothing",
    [{ slots: first, nodes: [{ name: "a", role: "master", health: "loading" }, successor] }],
    [{ a: 0, d: 5461, ...rest }, "", true],
  ],
  [
    "of a successor that loads beside the dead primary: it has the slots, though it starts from offset 0",
    [{ slots: first, nodes: [deadPrimary, { name: "d", role: "master", health: "loading", offset: 0 }] }],
    [{ a: 0, d: 5461, ...rest }, "a", true],
  ],
  [
    "of Redis 7.2.4 while the successor loads: the slots of a primary that loads are left out",
    [{ slots: [], nodes: [deadPrimary, { name: "d", role: "master", health: "loading", offset: 0 }] }],
    [{ a: 0, d: null, ...rest }, "a", false],
  ],
  [
    "of slots whose only node has no address any more: something is left out",
    [{ slots: first, nodes: [{ ...deadPrimary, ip: "" }] }],
    [rest, "", false],
  ],
  [
    "of a dead primary without replica, of Redis 7.0.15, 7.2.4, Valkey 8.1.1 and 9.1.2: its slots are told",
    [{ slots: first, nodes: [deadPrimary] }],
    [{ a: 5461, ...rest }, "a", true],
  ],
  [
    "of a dead primary without replica, of Redis 8.0.6: its slots are left out",
    [{ slots: [], nodes: [deadPrimary] }],
    [{ a: null, ...rest }, "a", false],
  ],
  [
    "of a new primary without slots (every version)",
    [
      { slots: [], nodes: [successor] },
      { slots: first, nodes: [suspect] },
    ],
    [{ d: 0, a: 5461, ...rest }, "", true],
  ],
  [
    "of Valkey 9.1.2 with a nodes.conf of Redis 7.0: the primary is not in its own shard",
    [{ slots: [], nodes: [replica] }],
    [{ d: 0, ...rest }, "", false],
  ],
];

test.each(moments)("AGT20 R18 CLUSTER SHARDS %s", (_, shards, expected) => {
  for (const protocol of ["RESP2", "RESP3"] as const)
    expect(summary(read(protocol, [...shards, other])), protocol).toEqual(expected);
});
