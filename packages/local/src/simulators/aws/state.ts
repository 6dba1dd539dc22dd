/** The account that the product itself is in; also what the setup instructions show where nothing else is set. */
export const ourAccountId = "123456789012";
/** Who we are for the simulated AWS: any other key is nobody's. */
export const ourCredentials = { accessKeyId: "AKIASHARDWATCHLOCAL0", secretAccessKey: "local" };

export interface Role {
  arn: string;
  /** The external IDs that its trust policy names. */
  externalIds: string[];
  /** A mistake in the trust policy: the external ID is not asked for. */
  allowNoExternalId?: boolean;
  /** A mistake in the trust policy: the external ID is compared only where one is given, by StringEqualsIfExists. */
  externalIdIfExists?: boolean;
  /** A mistake in the trust policy: external IDs compared by StringLike, where "*" and "?" stand for any. */
  externalIdsLike?: string[];
  /** STS is too busy to refuse it: who is not trusted is answered with a throttle. */
  throttlesRefusals?: boolean;
  /** What its policies do not allow: "GetMetricData". */
  denied?: string[];
}

export interface Shard {
  /** Bytes used by the shard; undefined for no data at CloudWatch. */
  used?: number;
  /** By the names of further metrics: the value of each minute of each of its nodes, which may depend on the time. */
  metrics?: Record<string, number | ((minute: number) => number)>;
  /** Members, the primary first. */
  nodes: string[];
}

export interface SimulatedCache {
  kind: "replicationGroup" | "cacheCluster" | "serverless";
  id: string;
  engine?: "redis" | "valkey" | "memcached";
  version?: string;
  status?: string;
  tls?: boolean;
  clusterMode?: boolean;
  nodeType?: string;
  parameterGroup?: string;
  encryptedAtRest?: boolean;
  shards?: Shard[];
  /** Of serverless caches, in GB. */
  storageGb?: number;
}

export interface Account {
  /** Those that are enabled. */
  regions: string[];
  /** By region. */
  caches: Record<string, SimulatedCache[]>;
  /** Parameters by the name of their group. */
  parameterGroups: Record<string, Record<string, string>>;
}

/** How a region, or a call by its name, behaves from now on. "unknown" is a call that does not exist there. */
export type Fault = "works" | "denied" | "throttled" | "error" | "unknown" | "slow" | "hanging" | "endless";

export interface Call {
  service: string;
  action: string;
  region: string;
  /** The caller's account: ours, or the customer's whose role was assumed. */
  accountId: string;
  parameters: Record<string, string>;
}

/** Everything that the simulated AWS is. A test changes it between two calls. */
export interface AwsState {
  roles: Role[];
  /** By account id. */
  accounts: Record<string, Account>;
  /** By region ("eu-west-1"), call ("GetMetricData"), or call in a region ("eu-west-1/GetMetricData"). */
  faults: Record<string, Fault>;
  /** How late an answer comes with the fault "slow". */
  delayMs: number;
  /** How many items are on one page of a list. */
  pageSize: number;
  /** Every call so far. */
  calls: Call[];
  /** How many metrics each account was billed for, by account and metric. */
  billed: Record<string, Record<string, number>>;
  /** CloudWatch has no values of later minutes yet, in milliseconds. */
  metricsUntil: number;
}

export function newAws(more: Partial<AwsState> = {}): AwsState {
  return {
    roles: [],
    accounts: {},
    faults: {},
    delayMs: 3_000,
    pageSize: 100,
    calls: [],
    billed: {},
    metricsUntil: Infinity,
    ...more,
  };
}
