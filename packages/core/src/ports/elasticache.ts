/** Why AWS gave no usable answer. */
export type AwsFailure =
  /** The role does not accept us, or does not allow this call. AWS's answers do not distinguish the two. */
  | { outcome: "denied" }
  /** Too many calls in this account and region, ours and the customer's together. */
  | { outcome: "throttled" }
  /** Any other error: a later retry may succeed. */
  | { outcome: "unavailable"; reason: string };

export type AwsAnswer<T> = { outcome: "ok"; value: T } | AwsFailure;

/** A role in a customer's account. */
export interface CustomerRole {
  roleArn: string;
  /** Undefined to find out whether the role accepts a caller without it. */
  externalId: string | undefined;
  /** Shown in the customer's CloudTrail. */
  sessionName: string;
}

/** What has metrics of its own in CloudWatch: a node, or a serverless cache, which has no nodes. */
export interface MetricNode {
  kind: "node" | "serverless";
  id: string;
}

/** The CloudWatch metric that represents one shard of a cache. */
export interface MemoryGauge extends MetricNode {
  /** With data tiering the metric is split by tier; this one counts memory. */
  tiered: boolean;
  /** Ids of the shard's other nodes, where AWS does not say which one is the primary. */
  others?: string[];
}

/** A figure beside memory that CloudWatch has. Rates are per second, clients and keys the largest of five minutes. */
export type NodeFigure = "ops" | "clients" | "hits" | "misses" | "evicted" | "keys";

/** One metric on the customer's bill. */
export interface FigureQuestion {
  node: MetricNode;
  figure: NodeFigure;
}

/** A cache as ElastiCache describes it. Null is unknown. */
export interface Cache {
  kind: "replicationGroup" | "cacheCluster" | "serverless";
  id: string;
  engine: string;
  version: string | null;
  /** AWS's own term in lower case. */
  status: string;
  tls: boolean | null;
  clusterMode: boolean;
  nodeType: string | null;
  parameterGroup: string | null;
  /** One for each shard. */
  gauges: MemoryGauge[];
  /** How many each primary has. */
  replicas: number | null;
  encryptedAtRest: boolean | null;
  /** Host and port for clients. */
  endpoint: string | null;
  /** For a serverless cache: the limit that the customer has set, in bytes. */
  storageLimit: bigint | null;
}

/** What a region holds. */
export interface RegionCaches {
  caches: Cache[];
  /** The kinds of caches that the region has no call to list. Usually, there are no such caches in it. */
  notOffered: Cache["kind"][];
}

/** The memory of a node that a parameter group reserves. */
export type ReservedMemory = { percent: number } | { bytes: bigint };

/** What is read of a parameter group. Null is not set in it. */
export interface GroupParameters {
  reserved: ReservedMemory | null;
  evictionPolicy: string | null;
}

/** Reads one account with the short-lived credentials of its role, which stay inside. No method throws. */
export interface AccountReader {
  /** The regions that are enabled for the account. */
  regions(): Promise<AwsAnswer<string[]>>;
  /**
   * Every Redis and Valkey cache of a region. It is ok only when each list that the region offers was read to
   * the end.
   */
  caches(region: string): Promise<AwsAnswer<RegionCaches>>;
  /** Bytes used, in the order of the gauges; null where there is no data. */
  memoryUsed(region: string, gauges: readonly MemoryGauge[]): Promise<AwsAnswer<(bigint | null)[]>>;
  /**
   * The values of each figure from `from` to before `until`, by the begin of their five minutes. Times are Unix epochs in
   * milliseconds. Five minutes without data are absent.
   */
  figures(
    region: string,
    questions: readonly FigureQuestion[],
    span: { from: number; until: number },
  ): Promise<AwsAnswer<ReadonlyMap<number, number>[]>>;
  parameters(region: string, parameterGroup: string): Promise<AwsAnswer<GroupParameters>>;
}

/** ElastiCache in the accounts of customers. */
export interface ElastiCacheApi {
  /**
   * Assumes a role for an hour, restricted to the rights that reading needs. Never throws; waits a bounded
   * time.
   */
  assume(role: CustomerRole): Promise<AwsAnswer<AccountReader>>;
}
