import type { OrganizationId } from "../access/scope.ts";
import type { ElastiCacheStatus } from "../contract/source/elasticache.ts";
import { parseRoleArn } from "../contract/source/role-arn.ts";
import { integrationFields, living, markRowDeleted, moveRow } from "../integration/row.ts";
import { digest } from "../kit/hash.ts";
import { mark, number, optional, text } from "../table/field.ts";
import { atRevision, type Expected, raised } from "../table/revision.ts";
import { type Row, RowKind, type RowOf } from "../table/row.ts";
import type { Write } from "../table/table.ts";
import { elastiCacheKey, everyElastiCache, externalIdKey, roleKey } from "./elasticache.keys.ts";

/** A connected AWS account. Its id is also that of its deployment. Times are Unix epochs in milliseconds. */
export const elastiCacheKind = new RowKind("elasticache", 1, {
  ...integrationFields,
  status: text<ElastiCacheStatus>(),
  roleArn: text(),
  externalId: text(),
  /** The number of caches at the last success. */
  caches: optional(number()),
  /** JSON of the state of its regions, as `outcomeOf` writes it; absent before the first success. */
  regions: optional(text()),
  /** Whether detailed history is on. */
  detailed: mark(),
});

export type ElastiCacheRow = RowOf<typeof elastiCacheKind>;

const { attribute } = elastiCacheKind;

/** Which integration has a role. A role belongs to one integration of one organization. */
export const roleKind = new RowKind("role", 1, { organizationId: text(), integrationId: text() });

/** The external ID that was issued to an organization. */
export const externalIdKind = new RowKind("external ID", 1, { externalId: text() });

export const readRole = roleKind.read;

/**
 * One key for one role. A role's name is unique in its account, whatever its case; the path does not count.
 */
export function keyOfRole(roleArn: string) {
  const { partition, accountId, name } = parseRoleArn(roleArn) ?? {};
  return roleKey(digest(JSON.stringify([partition, accountId, name?.toLowerCase()])));
}

export const claimRole = (organization: OrganizationId, integrationId: string, roleArn: string): Write => ({
  put: { ...keyOfRole(roleArn), ...roleKind.write({ organizationId: organization, integrationId }) },
  when: [{ exists: false }],
});

/** Harmless when nobody has the role, or another integration has it by now. */
export const releaseRole = (integrationId: string, roleArn: string): Write => ({
  delete: keyOfRole(roleArn),
  when: roleKind.equals({ integrationId }),
});

export function putElastiCache(organization: OrganizationId, row: ElastiCacheRow): Write[] {
  return [
    {
      put: {
        ...elastiCacheKey(organization, row.id),
        gsi1pk: everyElastiCache,
        gsi1sk: row.id,
        ...elastiCacheKind.write(row),
      },
      when: [{ exists: false }],
    },
    claimRole(organization, row.id, row.roleArn),
  ];
}

/** Whether the option stays on. Another AWS account has another price, which nobody has agreed to. */
export const keepsDetails = (
  { roleArn, detailed }: Pick<ElastiCacheRow, "roleArn" | "detailed">,
  next: string,
): boolean => detailed === true && parseRoleArn(roleArn)?.accountId === parseRoleArn(next)?.accountId;

/** Switches detailed history. Fails when it was switched at the same moment, or its account or its revision has changed. */
export const switchDetails = (
  organization: OrganizationId,
  { id, roleArn, detailed }: ElastiCacheRow,
  on: boolean,
  expected: Expected,
): Write => ({
  update: elastiCacheKey(organization, id),
  change: {
    ...(on ? { set: elastiCacheKind.changes({ detailed: true }) } : { remove: [attribute.detailed] }),
    add: raised,
  },
  when: [...living, ...elastiCacheKind.equals({ roleArn, detailed }), ...atRevision(expected)],
});

/** Sets another role, or the same role again. The stored state of the regions is dropped. Fails for another revision. */
export function changeRole(
  organization: OrganizationId,
  before: ElastiCacheRow,
  { roleArn, externalId }: Pick<ElastiCacheRow, "roleArn" | "externalId">,
  expected: Expected,
): Write[] {
  const { id } = before;
  const sameRole = keyOfRole(roleArn).pk === keyOfRole(before.roleArn).pk;
  return [
    {
      update: elastiCacheKey(organization, id),
      change: {
        set: elastiCacheKind.changes({ roleArn, externalId, status: "pending" }),
        remove: [
          attribute.lastError,
          ...(sameRole ? [] : [attribute.regions]),
          ...(keepsDetails(before, roleArn) ? [] : [attribute.detailed]),
        ],
        add: raised,
      },
      when: [...living, ...elastiCacheKind.equals({ roleArn: before.roleArn }), ...atRevision(expected)],
    },
    ...(sameRole ? [] : [claimRole(organization, id, roleArn), releaseRole(id, before.roleArn)]),
  ];
}

/**
 * Marks it as deleted. Fails when its role changes at the same moment: the new role would stay claimed
 * forever.
 */
export const markDeleted = (
  organization: OrganizationId,
  { id, roleArn }: ElastiCacheRow,
  now: number,
  expected?: Expected,
): Write[] => [
  markRowDeleted(elastiCacheKey(organization, id), now, [
    ...elastiCacheKind.equals({ roleArn }),
    ...atRevision(expected),
  ]),
];

/** Moves it to another organization. Fails when anything has changed. */
export function moveElastiCache(stored: Row, from: OrganizationId, to: OrganizationId): Write[] {
  const { id, roleArn, externalId, status, detailed } = elastiCacheKind.read(stored);
  const keys = { from: elastiCacheKey(from, id), to: elastiCacheKey(to, id) };
  return [
    ...moveRow(stored, keys, elastiCacheKind.equals({ roleArn, externalId, status, detailed })),
    {
      update: keyOfRole(roleArn),
      change: { set: roleKind.changes({ organizationId: to }) },
      when: roleKind.equals({ integrationId: id }),
    },
  ];
}

/** What a reading writes at the end. */
export type Outcome = Pick<ElastiCacheRow, "status" | "lastSyncAt"> &
  Partial<Pick<ElastiCacheRow, "lastError" | "dataAt" | "caches" | "regions" | "steps">>;

export const putExternalId = (organization: OrganizationId, externalId: string): Write => ({
  put: { ...externalIdKey(organization), ...externalIdKind.write({ externalId }) },
  when: [{ exists: false }],
});

export const readExternalId = (row: Row | undefined) => row && externalIdKind.read(row).externalId;
