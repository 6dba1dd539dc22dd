import { deploymentName } from "@shardwatch/core/elasticache/map";
import { maxMemory } from "@shardwatch/core/elasticache/max-memory";
import { type DemoDatabase, type DemoDeployment, gibibyte } from "./fleet/demo.ts";

/** A cache of a demo account, as its owner created it. */
export type Cache = Pick<DemoDatabase, "engine" | "version" | "fill" | "policy" | "tls" | "nodeType"> & {
  name: string;
  region: string;
  /** With two or more it is in cluster mode. */
  shards?: number;
  /** The most that a serverless cache may hold, in GiB. Without it there is no limit. */
  storage?: number;
};

/** The deployment of an AWS account. */
export interface DemoAccount extends DemoDeployment {
  accountId: string;
}

/** AWS reserves a quarter of a node's memory. */
const usable = 0.75;

/** The role in an account that the setup asks for. */
export const roleOf = (accountId: string): string => `arn:aws:iam::${accountId}:role/ShardwatchReadOnly`;

/** An AWS account is one deployment. Its caches are the databases. */
export const awsAccount = (accountId: string, caches: readonly Cache[]): DemoAccount => ({
  key: `aws-${accountId}`,
  name: deploymentName(roleOf(accountId)),
  accountId,
  type: caches.some(({ shards = 1 }) => shards > 1) ? "CLUSTER" : "STANDALONE",
  databases: caches.map(({ shards = 1, storage, ...cache }): DemoDatabase => {
    const node = cache.nodeType === undefined ? undefined : maxMemory[cache.nodeType];
    const ofNodes = node === undefined ? null : Math.floor(node * usable) * shards;
    return { ...cache, limit: storage === undefined ? ofNodes : storage * gibibyte };
  }),
});

type Kind = Pick<Cache, "engine" | "version" | "nodeType" | "shards" | "storage">;

/** What companies have there: single shards, cluster mode, serverless caches, and something old. */
const kinds: readonly Kind[] = [
  { version: "7.1.0", nodeType: "cache.r7g.large" },
  { version: "7.1.0", nodeType: "cache.r7g.xlarge", shards: 3 },
  { version: "7.0.7", nodeType: "cache.m7g.large" },
  { version: "6.2.6", nodeType: "cache.t4g.medium" },
  { engine: "valkey", version: "8.1.0", nodeType: "cache.r7g.large", shards: 2 },
  { engine: "valkey", version: "8.0.1", nodeType: "cache.m7g.large" },
  { engine: "valkey", version: "7.2.6", nodeType: "cache.t4g.medium" },
  { engine: "valkey", version: "8.1" },
  { engine: "valkey", version: "8.0", storage: 20 },
];

/**
 * The account of a team whose caches have these names.
 * @param next gives numbers from 0 to 1
 */
export function accountOfTeam(
  names: readonly string[],
  region: string,
  policyOf: (name: string, luck: number) => string,
  next: () => number,
): DemoAccount {
  const accountId = String(Math.floor(2e11 + 7e11 * next()));
  const first = Math.floor(next() * kinds.length);
  const caches = names.map((name, index): Cache => {
    const kind = kinds[(first + index) % kinds.length] ?? { version: "7.1.0" };
    const policy = policyOf(name, next());
    // One in five is in a second region. Serverless caches have TLS and no policy of their own.
    const place = next() < 0.2 ? "us-east-1" : region;
    const isServerless = kind.nodeType === undefined;
    const tls = isServerless || next() < 0.85;
    return {
      ...kind,
      name,
      region: place,
      tls,
      fill: 0.1 + 0.7 * next(),
      policy: isServerless ? "volatile-lru" : policy,
    };
  });
  return awsAccount(accountId, caches);
}
