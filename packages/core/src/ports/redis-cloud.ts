import type { Secret } from "../kit/secret.ts";

/** A pair of keys: one of the account (x-api-key), and one of a user (x-api-secret-key). */
export interface CloudCredentials {
  apiKey: Secret;
  apiSecret: Secret;
}

/** The API's names: Pro subscriptions are "flexible", Essentials "fixed". Each family has its own ids. */
export type CloudFamily = "flexible" | "fixed";

export interface CloudAccount {
  id: string;
  name: string | null;
}

export interface Subscription {
  id: string;
  name: string | null;
  status: string;
  provider: string | null;
  regions: string[];
}

/** Memory figures as the API returns them, in fractions of binary units. Null is unknown. */
export interface CloudMemory {
  memoryUsedInMb: number | null;
  /** The whole limit, replicas included. */
  memoryLimitInGb: number | null;
  /** Without replicas. */
  datasetSizeInGb: number | null;
}

export interface CloudDatabase extends CloudMemory {
  id: string;
  name: string | null;
  protocol: string | null;
  status: string;
  version: string | null;
  replication: boolean;
  /** What the plan of an Essentials subscription allows. */
  planMemoryLimitInMb: number | null;
  tls: boolean | null;
  /** In the words of Redis. */
  evictionPolicy: string | null;
  region: string | null;
  persistence: string | null;
  modules: string[];
  activeActive: boolean;
  /** Whether it also keeps values on flash. */
  tiered: boolean | null;
  /** Host and port for clients. */
  endpoint: string | null;
  /** The parts of an Active-Active database, one for each region. Other databases have none. */
  parts: (CloudMemory & { version: string | null; tls: boolean | null; evictionPolicy: string | null })[];
}

/** Why there is no usable answer. */
export type CloudFailure =
  /** 401: the key pair is not, or no longer, valid. */
  | { outcome: "denied" }
  /** 403: this address, or the role of the key's user, is not allowed. */
  | { outcome: "forbidden" }
  /** 412: the account does not have this part of the API. */
  | { outcome: "off" }
  /** 429, or the reading has used up its calls. */
  | { outcome: "throttled" }
  /** Any other error: a later retry may succeed. */
  | { outcome: "unavailable"; reason: string };

export type CloudAnswer<T> = { outcome: "ok"; value: T } | CloudFailure;

export interface CloudList<T> {
  items: T[];
  /** False when a part of the list could not be read. Then a missing item may still exist. */
  complete: boolean;
}

/** Reads one account. No method throws, and each has a deadline. */
export interface CloudReader {
  account(): Promise<CloudAnswer<CloudAccount>>;
  /**
   * All subscriptions of a family. Unavailable when the answer is about another account than the given one.
   */
  subscriptions(family: CloudFamily, accountId: string): Promise<CloudAnswer<CloudList<Subscription>>>;
  /** All databases of a subscription, page after page. */
  databases(family: CloudFamily, subscription: string): Promise<CloudAnswer<CloudList<CloudDatabase>>>;
  /** How many calls were made so far. */
  calls(): number;
}

/** The limits of one reading. The API allows 400 calls a minute to all users of an account's key together. */
export interface CloudBudget {
  calls: number;
  /** For the whole reading, in milliseconds. */
  time: number;
  /** How much of that time may be spent on waits that the API requests, in milliseconds. */
  waiting: number;
}

/** The API of Redis Cloud. */
export interface RedisCloudApi {
  read(credentials: CloudCredentials, budget: CloudBudget): CloudReader;
}
