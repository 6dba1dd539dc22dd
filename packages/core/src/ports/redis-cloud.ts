import type { Secret } from "../kit/secret.ts";

/** A pair of keys: of the account (x-api-key), and of one of its users (x-api-secret-key). */
export interface CloudCredentials {
  apiKey: Secret;
  apiSecret: Secret;
}

/** Pro subscriptions are "flexible" at the API, Essentials "fixed": two families with ids of their own. */
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

/** Memory figures as the API has them: fractions of binary units; null is not told. */
export interface CloudMemory {
  memoryUsedInMb: number | null;
  /** Everything, replicas included. */
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
  /** The parts of an Active-Active database, one for each region; none for others. */
  parts: (CloudMemory & { version: string | null; tls: boolean | null })[];
}

/** Why there is no answer to use. */
export type CloudFailure =
  /** 401: the key pair is not, or no longer, valid. */
  | { outcome: "denied" }
  /** 403: not from this address, or not with the role of the key's user. */
  | { outcome: "forbidden" }
  /** 412: the account does not have this part of the API. */
  | { outcome: "off" }
  /** 429, or the calls that one reading may make are used up. */
  | { outcome: "throttled" }
  /** Anything else: the same question may be answered later. */
  | { outcome: "unavailable"; reason: string };

export type CloudAnswer<T> = { outcome: "ok"; value: T } | CloudFailure;

export interface CloudList<T> {
  items: T[];
  /** False when something in the list could not be read: then what is missing in it may be there all the same. */
  complete: boolean;
}

/** Reads one account. Nothing of it throws; everything ends in time. */
export interface CloudReader {
  account(): Promise<CloudAnswer<CloudAccount>>;
  /** All subscriptions of a family. Unavailable when the answer is about another account than the one given. */
  subscriptions(family: CloudFamily, accountId: string): Promise<CloudAnswer<CloudList<Subscription>>>;
  /** All databases of a subscription, page after page. */
  databases(family: CloudFamily, subscription: string): Promise<CloudAnswer<CloudList<CloudDatabase>>>;
}

/** What one reading may take. The API allows 400 calls a minute to everybody who uses an account's key, together. */
export interface CloudBudget {
  calls: number;
  /** For all of it, in milliseconds. */
  time: number;
  /** How much of that may be spent on waiting for an API that asks for it, in milliseconds. */
  waiting: number;
}

/** The API of Redis Cloud. */
export interface RedisCloudApi {
  read(credentials: CloudCredentials, budget: CloudBudget): CloudReader;
}
