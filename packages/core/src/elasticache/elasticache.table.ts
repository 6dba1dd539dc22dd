import type { OrganizationId } from "../access/scope.ts";
import type { ElastiCacheStatus } from "../contract/elasticache.ts";
import { parseRoleArn } from "../contract/role-arn.ts";
import { type IntegrationRow, living, markRowDeleted, moveRow } from "../integration/row.ts";
import { digest } from "../kit/hash.ts";
import { elastiCacheKey, everyElastiCache, externalIdKey, roleKey } from "../table/keys.ts";
import type { Row, Write } from "../table/table.ts";

/** A connected AWS account. Times are Unix epochs in milliseconds. */
export interface ElastiCacheRow extends IntegrationRow {
  /** Of the integration and of the deployment that it feeds. */
  id: string;
  roleArn: string;
  externalId: string;
  status: ElastiCacheStatus;
  /** How many caches there were at the last success. */
  caches?: number;
  /** JSON of what is known of its regions, as `writeRegions` writes it; absent before the first success. */
  regions?: string;
}

/** Which integration has a role: one role belongs to one organization, and to one integration of it. */
export interface RoleRow {
  organizationId: string;
  integrationId: string;
}

export const readElastiCache = (row: Row): ElastiCacheRow => row as unknown as ElastiCacheRow;
export const readRole = (row: Row): RoleRow => row as unknown as RoleRow;

/** One key for one role: in an account its name is unique whatever its case, and its path is no part of it. */
export function keyOfRole(roleArn: string) {
  const { partition, accountId, name } = parseRoleArn(roleArn) ?? {};
  return roleKey(digest(JSON.stringify([partition, accountId, name?.toLowerCase()])));
}

export const claimRole = (organization: OrganizationId, integrationId: string, roleArn: string): Write => ({
  put: { ...keyOfRole(roleArn), organizationId: organization, integrationId },
  when: [{ exists: false }],
});

/** Harmless where the role is nobody's, or somebody else's by now. */
export const releaseRole = (integrationId: string, roleArn: string): Write => ({
  delete: keyOfRole(roleArn),
  when: [{ attribute: "integrationId", is: "=", value: integrationId }],
});

export function putElastiCache(organization: OrganizationId, row: ElastiCacheRow): Write[] {
  return [
    {
      put: { ...elastiCacheKey(organization, row.id), gsi1pk: everyElastiCache, gsi1sk: row.id, ...row },
      when: [{ exists: false }],
    },
    claimRole(organization, row.id, row.roleArn),
  ];
}

/** Another role, or the same once more: what was known of its regions is no longer. */
export function changeRole(
  organization: OrganizationId,
  before: ElastiCacheRow,
  { roleArn, externalId }: Pick<ElastiCacheRow, "roleArn" | "externalId">,
): Write[] {
  const { id } = before;
  const sameRole = keyOfRole(roleArn).pk === keyOfRole(before.roleArn).pk;
  return [
    {
      update: elastiCacheKey(organization, id),
      change: {
        set: { roleArn, externalId, status: "pending" },
        remove: ["lastError", ...(sameRole ? [] : ["regions"])],
      },
      when: [...living, { attribute: "roleArn", is: "=", value: before.roleArn }],
    },
    ...(sameRole ? [] : [claimRole(organization, id, roleArn), releaseRole(id, before.roleArn)]),
  ];
}

/** Marks it as deleted. Fails when it was given another role at the same moment, which would stay claimed for ever. */
export const markDeleted = (
  organization: OrganizationId,
  { id, roleArn }: ElastiCacheRow,
  now: number,
): Write[] => [
  markRowDeleted(elastiCacheKey(organization, id), now, [{ attribute: "roleArn", is: "=", value: roleArn }]),
];

/** Moves it to another organization. Fails when anything has changed. */
export function moveElastiCache(stored: Row, from: OrganizationId, to: OrganizationId): Write[] {
  const { id, roleArn } = readElastiCache(stored);
  const keys = { from: elastiCacheKey(from, id), to: elastiCacheKey(to, id) };
  return [
    ...moveRow(stored, keys, ["roleArn", "externalId", "status"]),
    {
      update: keyOfRole(roleArn),
      change: { set: { organizationId: to } },
      when: [{ attribute: "integrationId", is: "=", value: id }],
    },
  ];
}

/** What a reading writes at its end. */
export type Outcome = Pick<ElastiCacheRow, "status" | "lastSyncAt"> &
  Partial<Pick<ElastiCacheRow, "lastError" | "caches" | "regions">>;

export const putExternalId = (organization: OrganizationId, externalId: string): Write => ({
  put: { ...externalIdKey(organization), externalId },
  when: [{ exists: false }],
});

export const readExternalId = (row: Row | undefined) => row?.["externalId"] as string | undefined;
