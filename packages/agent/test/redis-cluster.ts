import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { freePort, startRedisServer } from "./redis-server.ts";
import type { RedisServer } from "./redis-server.ts";

export interface ClusterMember extends RedisServer {
  readonly id: string;
}

export interface RedisCluster {
  /** Three primaries, then their replicas in the same order. */
  readonly nodes: readonly ClusterMember[];
  stop(): Promise<void>;
}

const slots = ["0-5460", "5461-10922", "10923-16383"];

/**
 * Starts three real primaries and three replicas as one cluster, in which a node counts as failed after a
 * second. Every node starts with the full list of nodes, so that no CLUSTER MEET is needed. Takes about three
 * seconds.
 * @param args further arguments of every node, e.g. ["--maxmemory", "50mb"]
 */
export async function startRedisCluster(args: readonly string[] = []): Promise<RedisCluster> {
  const folder = await mkdtemp(join(tmpdir(), "shardwatch-cluster-"));
  const plan = await Promise.all(
    Array.from({ length: 6 }, async (_, index) => ({
      index,
      id: String(index + 1).repeat(40),
      port: await freePort(),
      bus: await freePort(),
    })),
  );
  const nodes = await Promise.all(
    plan.map(async (own): Promise<ClusterMember> => {
      const lines = plan.map(({ index, id, port, bus }) => {
        const myself = id === own.id ? "myself," : "";
        const role = index < 3 ? "master -" : `slave ${plan[index - 3]?.id}`;
        const served = index < 3 ? ` ${slots[index]}` : "";
        return `${id} 127.0.0.1:${port}@${bus} ${myself}${role} 0 0 ${(index % 3) + 1} connected${served}`;
      });
      const file = join(folder, `nodes-${own.index}.conf`);
      await writeFile(file, `${lines.join("\n")}\nvars currentEpoch 3 lastVoteEpoch 0\n`);
      const cluster = ["--cluster-enabled", "yes", "--cluster-config-file", file];
      const ports = ["--cluster-port", `${own.bus}`, "--cluster-node-timeout", "1000"];
      const quick = ["--repl-diskless-sync-delay", "0"];
      const server = await startRedisServer({
        port: own.port,
        args: [...cluster, ...ports, ...quick, ...args],
      });
      return { ...server, id: own.id };
    }),
  );
  const cluster = {
    nodes,
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

async function isWhole(nodes: readonly RedisServer[]): Promise<void> {
  for (let attempt = 0; attempt < 150; attempt += 1) {
    const answers = await Promise.all(
      nodes.map(async (node, index) =>
        index < 3 ? node.cli("CLUSTER", "INFO") : node.cli("INFO", "replication"),
      ),
    );
    if (answers.every((text) => /cluster_state:ok|master_link_status:up/.test(text))) return;
    await wait(50);
  }
  throw new Error("the cluster was not whole within ten seconds");
}
