import type { License } from "@shardwatch/core/contract/deployment/deployment";
import { countOf, isFields, textOf, timeOf } from "./values.ts";

const textLimit = 200;
const featureLimit = 100;
const mostFeatures = 100;

/**
 * The licence from GET /v1/license; undefined when it is not an object. A trial licence has neither names nor
 * limits. Before 7.2 there are no limits by kind of shard: those are 0, as in the contract. Its text and key
 * are secrets and are not read.
 * @param clusterName used for the name that a trial licence lacks
 */
export function toLicense(value: unknown, clusterName: string | null): License | undefined {
  if (!isFields(value)) return undefined;
  const features = Array.isArray(value["features"]) ? value["features"] : [];
  return {
    activationDate: timeOf(value["activation_date"]),
    expirationDate: timeOf(value["expiration_date"]),
    clusterName: textOf(value["cluster_name"], textLimit) ?? clusterName,
    owner: textOf(value["owner"], textLimit),
    ramShardsInUse: countOf(value["ram_shards_in_use"]),
    ramShardsLimit: countOf(value["ram_shards_limit"]),
    flashShardsInUse: countOf(value["flash_shards_in_use"]),
    flashShardsLimit: countOf(value["flash_shards_limit"]),
    shardsLimit: countOf(value["shards_limit"]),
    features: features.flatMap((one) => textOf(one, featureLimit) ?? []).slice(0, mostFeatures),
  };
}
