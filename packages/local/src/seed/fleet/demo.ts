import type {
  CloudSubscription,
  DeploymentType,
  Engine,
  License,
} from "@shardwatch/core/contract/deployment/deployment";

export const mebibyte = 1_048_576;
export const gibibyte = 1_073_741_824;

/** Days in which memory grew by so much a day. Parts of the limit, or of 1 GiB without one. */
export interface DemoGrowth {
  days: number;
  perDay: number;
}

/** One demo database; `fill` is how much of the limit (or of 1 GiB without one) is used, 0 to 1. */
export interface DemoDatabase {
  name: string | null;
  version: string;
  /** 0 is no limit, null one that is not known. */
  limit: number | null;
  fill: number;
  tls: boolean | null;
  status?: string;
  /** Redis without it. */
  engine?: Engine;
  /** The eviction policy, null for one that is not known; "noeviction" without it. */
  policy?: string | null;
  /** How many keys it evicts between two reports. */
  evicting?: number;
  /** The part of its keys that have an expiry. Without it, more with a policy that evicts such keys. */
  expiring?: number;
  /**
   * How its memory came to its fill, the newest days first. The first pace goes on after the seeding. Without it, memory
   * grew by little in thirteen months, like that of most databases.
   */
  grew?: readonly DemoGrowth[];
  /** It was created so many days before the seeding. Only the last database of a deployment has it. */
  age?: number;
  activeActive?: boolean;
  tiered?: boolean;
  region?: string;
  nodeType?: string;
}

export interface DemoDeployment {
  key: string;
  name: string;
  type: DeploymentType;
  databases: DemoDatabase[];
  /** What its source says now; "active" without it. Its databases were read once, before that. */
  trouble?: { status: string; message: string };
  license?: (now: number) => License;
  subscription?: CloudSubscription;
  adminUrl?: string;
}

/** A subscription as Redis Cloud shows it. */
export const subscription = (
  subscriptionType: CloudSubscription["subscriptionType"],
  provider: string,
  regions: string[],
  id: number,
): CloudSubscription => ({
  subscriptionType,
  provider,
  regions,
  link: `https://cloud.redis.io/#/subscriptions/subscription/${id}/bdb`,
});

/** A deployment with one database. */
export const one = (
  name: string | null,
  version: string,
  limit: number | null,
  fill: number,
  more: Partial<DemoDatabase> = {},
): DemoDatabase[] => [{ name, version, limit, fill, tls: true, ...more }];
