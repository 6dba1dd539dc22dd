import type { DeploymentListItem } from "../../contract/deployment/deployment.ts";

/** Shards of a Redis Enterprise cluster on one day. A limit of 0 is not known. */
export interface ShardCounts {
  ramShards: number;
  ramShardLimit: number;
  flashShards: number;
  flashShardLimit: number;
}

/** Undefined for a deployment without a licence. A licence with one limit for both kinds counts as one of RAM. */
export function shardCountsOf(license: DeploymentListItem["license"]): ShardCounts | undefined {
  if (!license) return undefined;
  const { ramShardsLimit, flashShardsLimit, shardsLimit } = license;
  return {
    ramShards: license.ramShardsInUse,
    ramShardLimit: ramShardsLimit === 0 && flashShardsLimit === 0 ? shardsLimit : ramShardsLimit,
    flashShards: license.flashShardsInUse,
    flashShardLimit: flashShardsLimit,
  };
}

/** The counts as a row of days stores them. */
export const writeShardCounts = (counts: ShardCounts): string =>
  JSON.stringify([counts.ramShards, counts.ramShardLimit, counts.flashShards, counts.flashShardLimit]);

export function readShardCounts(text: string): ShardCounts {
  const [ramShards = 0, ramShardLimit = 0, flashShards = 0, flashShardLimit = 0] = JSON.parse(
    text,
  ) as number[];
  return { ramShards, ramShardLimit, flashShards, flashShardLimit };
}
