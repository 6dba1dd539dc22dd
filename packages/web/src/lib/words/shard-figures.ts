import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";

/** The shards of a license. */
type Shards = NonNullable<DeploymentListItem["license"]>;

export type ShardFigures =
  | { kind: "used"; inUse: number; limit: number }
  /** Only the total limit is known. */
  | { kind: "limit"; limit: number };

/**
 * RAM and flash shards in use of their limits, added up. Trial licences, and licences from before version 7.2,
 * have only a total limit: then the shards in use count against that. Nothing without any limit.
 */
export function shardFigures(license: Shards | null): ShardFigures | undefined {
  if (!license) return undefined;
  const inUse = license.ramShardsInUse + license.flashShardsInUse;
  const limit = license.ramShardsLimit + license.flashShardsLimit;
  if (limit > 0) return { kind: "used", inUse, limit };
  const { shardsLimit } = license;
  if (!(shardsLimit > 0)) return undefined;
  return inUse > 0 ? { kind: "used", inUse, limit: shardsLimit } : { kind: "limit", limit: shardsLimit };
}
