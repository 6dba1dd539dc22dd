import type { OrganizationId } from "../access/scope.ts";
import type { SyncStatus } from "../contract/redis-cloud.ts";
import { digest } from "../kit/hash.ts";
import { everyRedisCloud, redisCloudAccountKey, redisCloudKey } from "../table/keys.ts";
import type { Condition } from "../table/expression.ts";
import type { Row, Write } from "../table/table.ts";

/** A connected account. Times are Unix epochs in milliseconds. */
export interface RedisCloudRow {
  id: string;
  name: string;
  /** Redis Cloud's own id of the account. */
  accountId: string;
  accountName?: string | undefined;
  /** Both keys, sealed by the vault for this id. */
  sealed: string;
  createdAt: number;
  createdBy: string;
  /** The organization that it was created in; absent while that is still the same. */
  originId?: string;
  status: SyncStatus;
  lastSyncAt?: number;
  lastError?: string;
  /** When the account was last read with success, and what was there. */
  lastUsedAt?: number;
  subscriptions?: number;
  databases?: number;
  nextSyncAt?: number;
  /** The subscription after which the next reading begins, when the last one had no calls left for all. */
  after?: string;
  /** Whoever is reading now, and until when nobody else may. */
  lease?: string;
  leaseUntil?: number;
  /** When its deletion began: from then on it is gone for everybody else. */
  deletedAt?: number;
}

export const readRedisCloud = (row: Row): RedisCloudRow => row as unknown as RedisCloudRow;

/** It is there and not about to go. */
const living: Condition[] = [{ exists: true }, { attribute: "deletedAt", absent: true }];

/** The row, and the one that keeps an organization from connecting the same account twice. */
export function putRedisCloud(organization: OrganizationId, row: RedisCloudRow): Write[] {
  return [
    {
      put: { ...redisCloudKey(organization, row.id), gsi1pk: everyRedisCloud, gsi1sk: row.id, ...row },
      when: [{ exists: false }],
    },
    { put: { ...accountKeyOf(organization, row.accountId), id: row.id }, when: [{ exists: false }] },
  ];
}

export const accountKeyOf = (organization: OrganizationId, accountId: string) =>
  redisCloudAccountKey(organization, digest(accountId));

/** What new keys change. */
export type Renewal = Pick<RedisCloudRow, "sealed" | "accountName">;

/** New name, new keys or both; an account with new keys is read at once. */
export function changeRedisCloud(
  organization: OrganizationId,
  id: string,
  change: Partial<Renewal & Pick<RedisCloudRow, "name">>,
): Write {
  const renewed = change.sealed !== undefined;
  return {
    update: redisCloudKey(organization, id),
    change: {
      set: { ...change, ...(renewed && { status: "pending" }) },
      ...(renewed && { remove: ["nextSyncAt", "lastError"] }),
    },
    when: living,
  };
}

/** Gone for everybody from now on, and the account may be connected anew. */
export function markDeleted(organization: OrganizationId, row: RedisCloudRow, deletedAt: number): Write[] {
  return [
    { update: redisCloudKey(organization, row.id), change: { set: { deletedAt } }, when: living },
    {
      delete: accountKeyOf(organization, row.accountId),
      when: [{ attribute: "id", is: "=", value: row.id }],
    },
  ];
}

/** Hands it over to another organization; fails when anything has changed, or the account is connected there already. */
export function moveRedisCloud(row: Row, from: OrganizationId, to: OrganizationId): Write[] {
  const { lease: _, leaseUntil: __, ...rest } = row;
  const { id, name, accountId, sealed, status, originId = from } = readRedisCloud(row);
  return [
    {
      delete: redisCloudKey(from, id),
      when: [
        ...living,
        { attribute: "name", is: "=", value: name },
        { attribute: "sealed", is: "=", value: sealed },
        { attribute: "status", is: "=", value: status },
      ],
    },
    { put: { ...rest, ...redisCloudKey(to, id), originId }, when: [{ exists: false }] },
    { delete: accountKeyOf(from, accountId), when: [{ attribute: "id", is: "=", value: id }] },
    { put: { ...accountKeyOf(to, accountId), id }, when: [{ exists: false }] },
  ];
}

/** Holds only while the account is connected: what is created of it is written together with this. */
export function checkConnected(organization: OrganizationId, id: string): Write {
  return { check: redisCloudKey(organization, id), when: living };
}

/** Takes the lease, unless somebody else has it. */
export function takeLease(lease: string, until: number, now: number) {
  return {
    change: { set: { lease, leaseUntil: until } },
    when: [...living, { attribute: "leaseUntil", absentOr: "<", value: now }] satisfies Condition[],
  };
}

/** What a reading writes at its end, where the lease is still its own. */
export type Outcome = Pick<RedisCloudRow, "status" | "lastSyncAt"> &
  Partial<
    Pick<RedisCloudRow, "lastError" | "lastUsedAt" | "subscriptions" | "databases" | "nextSyncAt" | "after">
  >;

/** Stores an outcome and gives the lease back. What new keys have asked for meanwhile is not overwritten. */
export function endLease(lease: string, sealed: string, outcome: Outcome) {
  const optional = ["lastError", "after"] as const;
  return {
    change: {
      set: { ...outcome },
      remove: ["lease", "leaseUntil", ...optional.filter((name) => outcome[name] === undefined)],
    },
    when: [
      ...living,
      { attribute: "lease", is: "=", value: lease },
      { attribute: "sealed", is: "=", value: sealed },
    ] satisfies Condition[],
  };
}

/** Gives the lease back and stores nothing. */
export function dropLease(lease: string) {
  return {
    change: { remove: ["lease", "leaseUntil"] },
    when: [{ attribute: "lease", is: "=", value: lease }] satisfies Condition[],
  };
}
