import type { OrganizationId } from "../access/scope.ts";
import type { ElastiCacheStatus } from "../contract/elasticache.ts";
import { parseRoleArn } from "../contract/role-arn.ts";
import { digest } from "../kit/hash.ts";
import type { Condition } from "../table/expression.ts";
import { elastiCacheKey, everyElastiCache, externalIdKey, roleKey } from "../table/keys.ts";
import type { Row, Write } from "../table/table.ts";

/** A connected AWS account. Times are Unix epochs in milliseconds. */
export interface ElastiCacheRow {
  /** Of the integration and of the deployment that it feeds. */
  id: string;
  roleArn: string;
  externalId: string;
  createdAt: number;
  createdBy: string;
  status: ElastiCacheStatus;
  lastSyncAt?: number;
  lastError?: string;
  /** How many caches there were at the last success. */
  caches?: number;
  /** JSON of what is known of its regions, as `writeRegions` writes it; absent before the first success. */
  regions?: string;
  /** Whoever is reading now, and until when nobody else may. */
  lease?: string;
  leaseUntil?: number;
  /** When its deletion began: from then on it is gone for everybody else. */
  deletedAt?: number;
}

/** Which integration has a role: one role belongs to one organization, and to one integration of it. */
export interface RoleRow {
  organizationId: string;
  integrationId: string;
}

export const readElastiCache = (row: Row): ElastiCacheRow => row as unknown as ElastiCacheRow;
export const readRole = (row: Row): RoleRow => row as unknown as RoleRow;

/** It is there and not about to go. */
const living: Condition[] = [{ exists: true }, { attribute: "deletedAt", absent: true }];

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

/** Gone for everybody from now on; fails when it was given another role meanwhile, which would stay claimed for ever. */
export const markDeleted = (
  organization: OrganizationId,
  { id, roleArn }: ElastiCacheRow,
  now: number,
): Write => ({
  update: elastiCacheKey(organization, id),
  change: { set: { deletedAt: now } },
  when: [...living, { attribute: "roleArn", is: "=", value: roleArn }],
});

/** Hands it over to another organization; fails when anything has changed. */
export function moveElastiCache(row: Row, from: OrganizationId, to: OrganizationId): Write[] {
  const { lease: _, leaseUntil: __, ...rest } = row;
  const { id, roleArn, externalId, status } = readElastiCache(row);
  return [
    {
      delete: elastiCacheKey(from, id),
      when: [
        ...living,
        { attribute: "roleArn", is: "=", value: roleArn },
        { attribute: "externalId", is: "=", value: externalId },
        { attribute: "status", is: "=", value: status },
      ],
    },
    { put: { ...rest, ...elastiCacheKey(to, id) }, when: [{ exists: false }] },
    {
      update: keyOfRole(roleArn),
      change: { set: { organizationId: to } },
      when: [{ attribute: "integrationId", is: "=", value: id }],
    },
  ];
}

/** Holds only while the account is connected: what is created of it is written together with this. */
export const checkConnected = (organization: OrganizationId, id: string): Write => ({
  check: elastiCacheKey(organization, id),
  when: living,
});

/** Takes the lease, unless somebody else has it. */
export function takeLease(lease: string, until: number, now: number) {
  return {
    change: { set: { lease, leaseUntil: until } },
    when: [...living, { attribute: "leaseUntil", absentOr: "<", value: now }] satisfies Condition[],
  };
}

/** What a reading writes at its end. */
export type Outcome = Pick<ElastiCacheRow, "status" | "lastSyncAt"> &
  Partial<Pick<ElastiCacheRow, "lastError" | "caches" | "regions">>;

/** Stores an outcome and gives the lease back. What another role has asked for meanwhile is not overwritten. */
export function endLease(lease: string, roleArn: string, outcome: Outcome) {
  return {
    change: {
      set: { ...outcome },
      remove: ["lease", "leaseUntil", ...(outcome.lastError === undefined ? ["lastError"] : [])],
    },
    when: [
      ...living,
      { attribute: "lease", is: "=", value: lease },
      { attribute: "roleArn", is: "=", value: roleArn },
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

export const putExternalId = (organization: OrganizationId, externalId: string): Write => ({
  put: { ...externalIdKey(organization), externalId },
  when: [{ exists: false }],
});

export const readExternalId = (row: Row | undefined) => row?.["externalId"] as string | undefined;
