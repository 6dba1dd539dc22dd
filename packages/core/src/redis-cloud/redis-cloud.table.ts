import type { OrganizationId } from "../access/scope.ts";
import type { SyncStatus } from "../contract/redis-cloud.ts";
import { type IntegrationRow, living, markRowDeleted, moveRow } from "../integration/row.ts";
import { digest } from "../kit/hash.ts";
import { everyRedisCloud, redisCloudAccountKey, redisCloudKey } from "../table/keys.ts";
import type { Row, Write } from "../table/table.ts";

/** A connected account. Times are Unix epochs in milliseconds. */
export interface RedisCloudRow extends IntegrationRow {
  name: string;
  /** Redis Cloud's own id of the account. */
  accountId: string;
  accountName?: string | undefined;
  /** Both keys, sealed by the vault for this id. */
  sealed: string;
  /** The organization that it was created in; absent while that is still the same. */
  originId?: string;
  status: SyncStatus;
  /** When the account was last read with success, and what was there. */
  lastUsedAt?: number;
  subscriptions?: number;
  databases?: number;
  nextSyncAt?: number;
  /** The subscription after which the next reading begins, when the last one had no calls left for all. */
  after?: string;
}

export const readRedisCloud = (row: Row): RedisCloudRow => row as unknown as RedisCloudRow;

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

/** Marks it as deleted. From then on the account may be connected again. */
export function markDeleted(organization: OrganizationId, row: RedisCloudRow, deletedAt: number): Write[] {
  return [
    markRowDeleted(redisCloudKey(organization, row.id), deletedAt),
    {
      delete: accountKeyOf(organization, row.accountId),
      when: [{ attribute: "id", is: "=", value: row.id }],
    },
  ];
}

/** Moves it to another organization. Fails when anything has changed, or the account is connected there. */
export function moveRedisCloud(stored: Row, from: OrganizationId, to: OrganizationId): Write[] {
  const { id, accountId, originId = from } = readRedisCloud(stored);
  const keys = { from: redisCloudKey(from, id), to: redisCloudKey(to, id) };
  return [
    ...moveRow(stored, keys, ["name", "sealed", "status"], { originId }),
    { delete: accountKeyOf(from, accountId), when: [{ attribute: "id", is: "=", value: id }] },
    { put: { ...accountKeyOf(to, accountId), id }, when: [{ exists: false }] },
  ];
}

/** What a reading writes at its end, where the lease is still its own. */
export type Outcome = Pick<RedisCloudRow, "status" | "lastSyncAt"> &
  Partial<
    Pick<RedisCloudRow, "lastError" | "lastUsedAt" | "subscriptions" | "databases" | "nextSyncAt" | "after">
  >;
