/** Why AWS gave no answer to use. */
export type AwsFailure =
  /** The role does not let us in, or not do this. AWS does not tell which. */
  | { outcome: "denied" }
  /** Too many calls in this account and region, ours and the customer's together. */
  | { outcome: "throttled" }
  /** Anything else: the same question may be answered later. */
  | { outcome: "unavailable"; reason: string };

export type AwsAnswer<T> = { outcome: "ok"; value: T } | AwsFailure;

/** A role in a customer's account. */
export interface CustomerRole {
  roleArn: string;
  /** Undefined to find out whether the role lets in whoever does not know it. */
  externalId: string | undefined;
  /** Shown in the customer's CloudTrail. */
  sessionName: string;
}

/** What stands for one shard of a cache at CloudWatch. */
export interface MemoryGauge {
  /** Of one node; or of a serverless cache, which has no nodes. */
  kind: "node" | "serverless";
  id: string;
  /** With data tiering the figure is split by tier; this one counts as memory. */
  tiered: boolean;
}

/** A cache as ElastiCache tells of it. Null is not told. */
export interface Cache {
  kind: "replicationGroup" | "cacheCluster" | "serverless";
  id: string;
  engine: string;
  version: string | null;
  /** In AWS's words, lower case. */
  status: string;
  tls: boolean | null;
  clusterMode: boolean;
  nodeType: string | null;
  parameterGroup: string | null;
  /** One for each shard. */
  gauges: MemoryGauge[];
  /** Of a serverless cache: the limit that the customer has set, in bytes. */
  storageLimit: bigint | null;
}

/** What a parameter group keeps back of a node's memory. */
export type ReservedMemory = { percent: number } | { bytes: bigint };

/** Reads one account with the short-lived credentials of its role, which nobody else sees. Nothing of it throws. */
export interface AccountReader {
  /** The regions that are enabled for the account. */
  regions(): Promise<AwsAnswer<string[]>>;
  /** Every Redis and Valkey cache of a region; ok only when each of its lists was read to the end. */
  caches(region: string): Promise<AwsAnswer<Cache[]>>;
  /** Bytes used, in the order of the gauges; null where there is no data. */
  memoryUsed(region: string, gauges: readonly MemoryGauge[]): Promise<AwsAnswer<(bigint | null)[]>>;
  /** What the group keeps back; null where it says nothing of it. */
  reservedMemory(region: string, parameterGroup: string): Promise<AwsAnswer<ReservedMemory | null>>;
}

/** ElastiCache in the accounts of customers. */
export interface ElastiCacheApi {
  /** Takes on a role for an hour, with no more rights than reading needs. Never throws; waits a bounded time. */
  assume(role: CustomerRole): Promise<AwsAnswer<AccountReader>>;
}
