import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { isId } from "../kit/ids.ts";
import { hasFormer, sealAnew } from "../sealed/anew.ts";
import { redisCloudKey, redisCloudsOf } from "./redis-cloud.keys.ts";
import { readRedisCloud, redisCloudKind } from "./redis-cloud.table.ts";

/** The ids of an organization's accounts with keys that a former release sealed. */
export async function accountsSealedBefore(
  { table }: Pick<Services, "table">,
  organization: OrganizationId,
): Promise<string[]> {
  const rows = await table.queryAll(redisCloudsOf(organization), { eventually: true });
  return rows
    .map(readRedisCloud)
    .filter(({ sealed, deletedAt }) => deletedAt === undefined && hasFormer({ sealed }))
    .map(({ id }) => id);
}

/**
 * Seals the keys of an account anew. One that is being read at the moment is left for later. The outcome of a reading
 * is not stored when the keys have changed since its begin.
 */
export async function sealAccountAnew(
  services: Services,
  organization: OrganizationId,
  id: string,
): Promise<void> {
  if (!isId("redisCloud", id)) return;
  const { table, clock } = services;
  const key = redisCloudKey(organization, id);
  await sealAnew(services, {
    id,
    read: async () => {
      const row = await table.get(key);
      if (!row) return undefined;
      const { sealed, leaseUntil = 0, deletedAt } = readRedisCloud(row);
      return leaseUntil >= clock.now() || deletedAt !== undefined ? undefined : { sealed };
    },
    replace: (before, after) => ({
      update: key,
      change: { set: redisCloudKind.changes(after) },
      when: [
        ...redisCloudKind.equals(before),
        { attribute: redisCloudKind.attribute.leaseUntil, absentOr: "<", value: clock.now() },
      ],
    }),
  });
}
