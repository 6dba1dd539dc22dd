import type { OrganizationId } from "../access/scope.ts";
import type { SyncStatus } from "../contract/source/redis-cloud.ts";
import { integrationFields, living, markRowDeleted, moveRow } from "../integration/row.ts";
import { digest } from "../kit/hash.ts";
import { number, optional, text } from "../table/field.ts";
import { atRevision, type Expected, raised } from "../table/revision.ts";
import { type Row, RowKind, type RowOf } from "../table/row.ts";
import type { Write } from "../table/table.ts";
import { everyRedisCloud, redisCloudAccountKey, redisCloudKey } from "./redis-cloud.keys.ts";

/** A connected account. Times are Unix epochs in milliseconds. */
export const redisCloudKind = new RowKind("redis cloud", 1, {
  ...integrationFields,
  status: text<SyncStatus>(),
  name: text(),
  /** Redis Cloud's own id of the account. */
  accountId: text(),
  accountName: optional(text()),
  /** Both keys, sealed by the vault for this id. */
  sealed: text(),
  /** The organization that it was created in; absent while it is still there. */
  originId: optional(text()),
  /** When the account was last read with success, and its contents then. */
  lastUsedAt: optional(number()),
  subscriptions: optional(number()),
  databases: optional(number()),
  nextSyncAt: optional(number()),
  /** How many calls the last reading made. */
  calls: optional(number()),
  /** The subscription after which the next reading begins, when the last one ran out of calls. */
  after: optional(text()),
});

export type RedisCloudRow = RowOf<typeof redisCloudKind>;

/** One row for each account that an organization has connected. It holds the id of the integration. */
export const connectedAccountKind = new RowKind("redis cloud account", 1, { id: text() });

export const readRedisCloud = redisCloudKind.read;

/** Writes the row, and the row that keeps an organization from connecting the same account twice. */
export function putRedisCloud(organization: OrganizationId, row: RedisCloudRow): Write[] {
  return [
    {
      put: {
        ...redisCloudKey(organization, row.id),
        gsi1pk: everyRedisCloud,
        gsi1sk: row.id,
        ...redisCloudKind.write(row),
      },
      when: [{ exists: false }],
    },
    putAccount(organization, row),
  ];
}

function putAccount(organization: OrganizationId, { id, accountId }: RedisCloudRow): Write {
  const put = { ...accountKeyOf(organization, accountId), ...connectedAccountKind.write({ id }) };
  return { put, when: [{ exists: false }] };
}

/** Fails when the account is connected by another integration. */
const deleteAccount = (organization: OrganizationId, { id, accountId }: RedisCloudRow): Write => ({
  delete: accountKeyOf(organization, accountId),
  when: connectedAccountKind.equals({ id }),
});

export const accountKeyOf = (organization: OrganizationId, accountId: string) =>
  redisCloudAccountKey(organization, digest(accountId));

const { attribute } = redisCloudKind;

/** The fields that new keys change. */
export type Renewal = Pick<RedisCloudRow, "sealed" | "accountName">;

/**
 * Sets a new name, new keys or both. An account with new keys is read at once. Fails for another revision than expected.
 */
export function changeRedisCloud(
  organization: OrganizationId,
  id: string,
  change: Partial<Renewal & Pick<RedisCloudRow, "name">>,
  expected: Expected,
): Write {
  const renewed = change.sealed !== undefined;
  return {
    update: redisCloudKey(organization, id),
    change: {
      set: redisCloudKind.changes({ ...change, ...(renewed && { status: "pending" }) }),
      ...(renewed && { remove: [attribute.nextSyncAt, attribute.lastError] }),
      add: raised,
    },
    when: [...living, ...atRevision(expected)],
  };
}

/** Marks it as deleted. From then on the account may be connected again. */
export function markDeleted(
  organization: OrganizationId,
  row: RedisCloudRow,
  deletedAt: number,
  expected?: Expected,
): Write[] {
  const key = redisCloudKey(organization, row.id);
  return [markRowDeleted(key, deletedAt, atRevision(expected)), deleteAccount(organization, row)];
}

/** Moves it to another organization. Fails when it has changed, or the account is connected there. */
export function moveRedisCloud(stored: Row, from: OrganizationId, to: OrganizationId): Write[] {
  const row = readRedisCloud(stored);
  const { id, name, sealed, status, originId = from } = row;
  const keys = { from: redisCloudKey(from, id), to: redisCloudKey(to, id) };
  const unchanged = redisCloudKind.equals({ name, sealed, status });
  return [
    ...moveRow(stored, keys, unchanged, redisCloudKind.changes({ originId })),
    deleteAccount(from, row),
    putAccount(to, row),
  ];
}

/** The fields that a reading writes at its end, if it still holds the lease. */
export type Outcome = Pick<RedisCloudRow, "status" | "lastSyncAt"> &
  Partial<
    Pick<
      RedisCloudRow,
      | "lastError"
      | "dataAt"
      | "lastUsedAt"
      | "subscriptions"
      | "databases"
      | "nextSyncAt"
      | "after"
      | "steps"
      | "calls"
    >
  >;
