import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { firstOfConnections, ownPort } from "../../../tests/support/ports.ts";
import { engineHas, startRedisServer } from "./redis-server.ts";
import type { RedisServer, RedisServerOptions } from "./redis-server.ts";

export interface ClusterMember extends RedisServer {
  readonly id: string;
}

export interface RedisCluster {
  /** Three primaries, then their replicas in the same order. */
  readonly nodes: readonly ClusterMember[];
  /** Starts a node again that was killed, at its port and with its knowledge of the cluster. */
  restart(index: number): Promise<void>;
  stop(): Promise<void>;
}

/** A node before it is started. */
interface Plan {
  index: number;
  id: string;
  port: number;
  /** The port for the other nodes. */
  bus: number;
}

export interface ClusterOptions {
  /** With it, clients and nodes talk over TLS only. */
  tls?: RedisServerOptions["tls"];
  /** Whether the nodes start with files of Redis 7.0, which has no ids of shards. */
  upgraded?: boolean;
}

const slots = ["0-5460", "5461-10922", "10923-16383"];

/**
 * Starts three real primaries and three replicas as one cluster, in which a node counts as failed after a
 * second. Every node starts with the full list of nodes, so that no CLUSTER MEET is needed. Takes about three
 * seconds.
 * @param args further arguments of every node, e.g. ["--maxmemory", "50mb"]
 */
export async function startRedisCluster(
  args: readonly string[] = [],
  { tls, upgraded = false }: ClusterOptions = {},
): Promise<RedisCluster> {
  const folder = await mkdtemp(join(tmpdir(), "shardwatch-cluster-"));
  const plan = (await portsOf(6)).map((ports, index) => ({
    index,
    id: String(index + 1).repeat(40),
    ...ports,
  }));
  await Promise.all(
    plan.map(({ index }) =>
      writeFile(join(folder, `nodes-${index}.conf`), nodesFile(plan, index, !upgraded && engineHas("7.2"))),
    ),
  );
  const start = async ({ index, id, port, bus }: Plan): Promise<ClusterMember> => {
    const cluster = [
      "--cluster-enabled",
      "yes",
      "--cluster-config-file",
      join(folder, `nodes-${index}.conf`),
    ];
    const ports = engineHas("7.0") ? ["--cluster-port", `${bus}`] : [];
    const secure = tls ? ["--tls-cluster", "yes", "--tls-replication", "yes"] : [];
    const quick = ["--cluster-node-timeout", "1000", "--repl-diskless-sync-delay", "0"];
    const server = await startRedisServer({
      port,
      args: [...cluster, ...ports, ...secure, ...quick, ...args],
      ...(tls && { tls }),
    });
    return { ...server, id };
  };
  const nodes = await Promise.all(plan.map(start));
  const cluster: RedisCluster = {
    nodes,
    restart: async (index) => {
      const own = plan[index];
      if (!own) throw new Error(`no node ${index}`);
      await nodes[index]?.stop();
      nodes[index] = await start(own);
    },
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop()));
      await rm(folder, { recursive: true, force: true });
    },
  };
  try {
    await isWhole(nodes);
    return cluster;
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** The file in which a node keeps what it knows of the cluster. */
function nodesFile(plan: readonly Plan[], own: number, hasShardIds: boolean): string {
  const lines = plan.map(({ index, id, port, bus }) => {
    const group = index % 3;
    const role = index < 3 ? "master -" : `slave ${plan[group]?.id}`;
    const served = index < 3 ? ` ${slots[index]}` : "";
    const shard = hasShardIds ? `,,shard-id=${String(group + 1).repeat(40)}` : "";
    const flags = `${index === own ? "myself," : ""}${role}`;
    return `${id} 127.0.0.1:${port}@${bus}${shard} ${flags} 0 0 ${group + 1} connected${served}`;
  });
  return `${lines.join("\n")}\nvars currentEpoch 3 lastVoteEpoch 0\n`;
}

/**
 * A port and one of the cluster's bus for each node, which no other program of this process has. None of them is a port
 * that the kernel gives to connections: nodes look for one another, and would speak to a stranger there. Before 7.0 the
 * bus is at the port and 10,000.
 */
async function portsOf(nodes: number): Promise<{ port: number; bus: number }[]> {
  const pairs: { port: number; bus: number }[] = [];
  while (pairs.length < nodes) {
    const port = await ownPort();
    const bus = engineHas("7.0") ? await ownPort() : port + 10_000;
    if (bus < firstOfConnections) pairs.push({ port, bus });
  }
  return pairs;
}

async function isWhole(nodes: readonly RedisServer[]): Promise<void> {
  for (let attempt = 0; attempt < 800; attempt += 1) {
    const answers = await Promise.all(
      nodes.map(async (node, index) =>
        index < 3 ? node.cli("CLUSTER", "INFO") : node.cli("INFO", "replication"),
      ),
    );
    if (answers.every((text) => /cluster_state:ok|master_link_status:up/.test(text))) return;
    await wait(50);
  }
  throw new Error("the cluster was not whole within forty seconds");
}
