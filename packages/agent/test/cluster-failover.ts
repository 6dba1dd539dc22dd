import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { Secret } from "@shardwatch/core/kit/secret";
import type { RedisSettings } from "../src/configuration/settings.ts";
import { createLog } from "../src/log.ts";
import { RedisSource } from "../src/sources/redis/source.ts";
import type { Reading } from "../src/sources/source.ts";
import { makeCertificates } from "./certificates.ts";
import type { Certificates } from "./certificates.ts";
import { startRedisCluster } from "./redis-cluster.ts";
import type { ClusterMember, RedisCluster } from "./redis-cluster.ts";
import { redisSettings, usualLimits } from "./settings.ts";

/** A user of the agent, and the nodes that it is configured with. */
export interface Watcher {
  rights: readonly string[];
  entries: readonly number[];
}

type Deployment = Reading["deployment"];

/** What one watcher read. */
export interface Recording {
  before: Deployment;
  /** From the kill of the first primary on, until a surviving node listed its successor. */
  during: Deployment[];
  /** Right after that. */
  after: Deployment;
  /** When the killed node is a replica with the data. */
  back: Deployment;
  /** When the shard has neither primary nor replica any more. */
  lost: Deployment;
  /** When the other nodes then serve their slots without those of the lost shard. */
  partly: Deployment;
}

const deadline = 60_000;
const pause = 100;

/**
 * Plays a failover on a cluster of its own, with kill -9, and records what each watcher reads.
 * @param args arguments of every node
 */
export async function recordFailover<Name extends string>(
  watchers: Readonly<Record<Name, Watcher>>,
  { args, tls }: { args: readonly string[]; tls: boolean },
): Promise<Record<Name, Recording>> {
  const certificates = tls ? await makeCertificates() : undefined;
  const cluster = await startRedisCluster(args, certificates ? { tls: certificates } : {});
  const play = new Play(cluster, watchers, certificates);
  try {
    return await play.record();
  } finally {
    play.close();
    await cluster.stop();
    await certificates?.remove();
  }
}

class Play<Name extends string> {
  readonly #cluster: RedisCluster;
  readonly #watchers: [Name, Watcher][];
  readonly #sources: RedisSource[];

  constructor(
    cluster: RedisCluster,
    watchers: Readonly<Record<Name, Watcher>>,
    certificates: Certificates | undefined,
  ) {
    this.#cluster = cluster;
    this.#watchers = Object.entries(watchers) as [Name, Watcher][];
    const trust = certificates ? { tls: { insecureSkipVerify: false, ...contents(certificates) } } : {};
    const clusterPorts = cluster.nodes.map(({ port }) => port);
    this.#sources = this.#watchers.map(([, { entries }], place) => {
      const addresses = entries.map((index) => ({ host: "127.0.0.1", port: this.#member(index).port }));
      const login = { username: userName(place), password: new Secret("secret") };
      return new RedisSource(
        redisSettings(0, { addresses, clusterPorts, ...login, ...trust }),
        createLog("error", () => undefined),
        usualLimits,
      );
    });
  }

  close(): void {
    for (const source of this.#sources) source.close();
  }

  async record(): Promise<Record<Name, Recording>> {
    const [dead, successor] = [this.#member(0), this.#member(3)];
    await Promise.all(this.#cluster.nodes.map((node) => this.#createUsers(node)));
    const before = await this.#read();

    process.kill(dead.pid, "SIGKILL");
    const during: Deployment[][] = [];
    const failed = new RegExp(`^${dead.id} \\S+ master,fail - `, "m");
    const serves = new RegExp(`^${successor.id} \\S+ master - .* 0-5460\\s*$`, "m");
    await until("the replica takes over", async () => {
      during.push(await this.#read());
      const listed = await this.#listing();
      return failed.test(listed) && serves.test(listed);
    });
    const after = await this.#read();

    await this.#cluster.restart(0);
    await this.#createUsers(this.#member(0));
    let back = await this.#read();
    await until("the killed node follows", async () => {
      const replication = await this.#member(0).cli("INFO", "replication");
      return /role:slave/.test(replication) && /master_link_status:up/.test(replication);
    });
    await until("the cluster is active again", async () => {
      back = await this.#read();
      return back.every(({ status }) => status === "active");
    }).catch(() => undefined); // the test sees it in the reading

    const both = [this.#member(0), successor];
    for (const { pid } of both) process.kill(pid, "SIGKILL");
    await until("the shard fails", async () => {
      const listed = await this.#listing();
      return both.every(({ id }) => new RegExp(`^${id} \\S+ (master|slave),fail `, "m").test(listed));
    });
    await until("the cluster is down", () => this.#isInState("fail"));
    const lost = await this.#read();
    for (const index of [1, 2, 4, 5])
      await this.#member(index).cli("CONFIG", "SET", "cluster-require-full-coverage", "no");
    await until("the other shards serve again", () => this.#isInState("ok"));
    const partly = await this.#read();
    const recordings = this.#watchers.map(([name], index) => {
      const own = <T>(of: readonly T[]): T => of[index] as T;
      return [
        name,
        {
          before: own(before),
          during: during.map(own),
          after: own(after),
          back: own(back),
          lost: own(lost),
          partly: own(partly),
        },
      ];
    });
    return Object.fromEntries(recordings) as Record<Name, Recording>;
  }

  async #read(): Promise<Deployment[]> {
    const readings = await Promise.all(this.#sources.map((source) => source.read()));
    return readings.map(({ deployment }) => deployment);
  }

  async #createUsers(node: ClusterMember): Promise<void> {
    for (const [place, [, { rights }]] of this.#watchers.entries())
      await node.cli("ACL", "SETUSER", userName(place), "on", ">secret", ...rights);
  }

  /** The nodes, as one that is never killed lists them. */
  #listing(): Promise<string> {
    return this.#member(1).cli("CLUSTER", "NODES");
  }

  /** Whether every node that is never killed has this state of the cluster. */
  async #isInState(state: "ok" | "fail"): Promise<boolean> {
    const infos = await Promise.all([1, 2, 4, 5].map((index) => this.#member(index).cli("CLUSTER", "INFO")));
    return infos.every((info) => info.includes(`cluster_state:${state}`));
  }

  #member(index: number): ClusterMember {
    const node = this.#cluster.nodes[index];
    if (!node) throw new Error(`no node ${index}`);
    return node;
  }
}

const userName = (place: number): string => `watcher-${place}`;

function contents({
  ca,
  cert,
  key,
}: Certificates): Required<Pick<NonNullable<RedisSettings["tls"]>, "ca" | "cert" | "key">> {
  return { ca: readFileSync(ca), cert: readFileSync(cert), key: readFileSync(key) };
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + deadline;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`not within ${deadline / 1_000} seconds: ${what}`);
    await wait(pause);
  }
}
