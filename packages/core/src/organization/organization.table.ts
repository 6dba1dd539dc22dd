import type { OrganizationId } from "../access/scope.ts";
import type { OwnOrganizationInput } from "../contract/people/organization.ts";
import { cleanLines, cleanText } from "../kit/foreign-text.ts";
import type { Change, Condition } from "../table/expression.ts";
import { mark, number, optional, text } from "../table/field.ts";
import { type Row, RowKind, type RowOf } from "../table/row.ts";
import type { Write } from "../table/table.ts";
import {
  organizationsBeingDeleted,
  everyOrganization,
  memberKey,
  organizationKey,
  sharedKey,
} from "./organization.keys.ts";

export const organizationKind = new RowKind("organization", 1, {
  id: text(),
  name: text(),
  description: optional(text()),
  /** Unix epoch in milliseconds. */
  createdAt: number(),
  /** Present when the configuration file manages it: its name is changed there, and nobody deletes it. */
  managedBy: optional(text<"file">()),
  /** Set when only admins may manage keys and integrations. */
  onlyAdminsManageSources: mark(),
  /** When its deletion began, Unix epoch in milliseconds. Since then only the deletion sees it. */
  deletedAt: optional(number()),
  /** How many rows its deletion has deleted. */
  deletedRows: optional(number()),
  /** How many rows its deletion has to delete, those that are deleted already included. */
  allRows: optional(number()),
});

export type OrganizationRow = RowOf<typeof organizationKind>;

/** A member's row repeats name and email of the account, so that a list of members is one query. */
export const memberKind = new RowKind("member", 1, {
  accountId: text(),
  email: text(),
  firstName: text(),
  lastName: text(),
});

export type MemberRow = RowOf<typeof memberKind>;

/** Names the organization that people of an OpenID provider enter. */
export const sharedKind = new RowKind("shared organization", 1, { organizationId: text() });

/**
 * Names the shared organization.
 * @param before the one that was named before, if any
 */
export function putShared(organizationId: OrganizationId, before: OrganizationId | undefined): Write {
  return {
    put: { ...sharedKey, ...sharedKind.write({ organizationId }) },
    when: before === undefined ? [{ exists: false }] : sharedKind.equals({ organizationId: before }),
  };
}

/** The id of the member, for lists of members that need nothing else. */
export const memberId = memberKind.part("accountId");

/** Cleans the names when it reads them, because older rows hold names that were not checked. */
export function readOrganization(row: Row): OrganizationRow {
  const { name, description, ...rest } = organizationKind.read(row);
  return {
    ...rest,
    name: cleanText(name),
    ...(description !== undefined && { description: cleanLines(description) }),
  };
}

/** Creates the organization's row; fails when it exists. */
export function putOrganization(id: OrganizationId, row: Omit<OrganizationRow, "id">): Write {
  return {
    put: {
      ...organizationKey(id),
      gsi1pk: everyOrganization,
      gsi1sk: id,
      ...organizationKind.write({ id, ...row }),
    },
    when: [{ exists: false }],
  };
}

/** Holds while the organization exists and its deletion has not begun. */
export const living: Condition[] = [{ exists: true }, ...organizationKind.equals({ deletedAt: undefined })];

/** Holds while name, description and setting are the same as in this row. */
export const unchanged = ({
  name,
  description,
  onlyAdminsManageSources,
}: Omit<OrganizationRow, "id" | "createdAt">): Condition[] =>
  organizationKind.equals({ name, description, onlyAdminsManageSources });

/** Counts rows that are deleted. Fails when the organization is gone. */
export const addDeletedRows = (id: OrganizationId, rows: number) => ({
  key: organizationKey(id),
  change: { add: { [organizationKind.attribute.deletedRows]: rows } } satisfies Change,
  when: [{ exists: true }] satisfies Condition[],
});

/** Stores how many rows are to be deleted. Fails when the organization is gone. */
export const setAllRows = (id: OrganizationId, rows: number) => ({
  key: organizationKey(id),
  change: { set: organizationKind.changes({ allRows: rows }) } satisfies Change,
  when: [{ exists: true }] satisfies Condition[],
});

/** The change that begins an organization's deletion. */
export function markDeleted(deletedAt: number): Change {
  return { set: { ...organizationKind.changes({ deletedAt }), gsi1pk: organizationsBeingDeleted } };
}

/** Holds while the organization exists and is not being deleted. */
export function checkActive(id: OrganizationId): Write {
  return { check: organizationKey(id), when: living };
}

/** The same, and members may manage their own keys and integrations in it. */
export function checkOpen(id: OrganizationId): Write {
  const open = organizationKind.equals({ onlyAdminsManageSources: undefined });
  return { check: organizationKey(id), when: [...living, ...open] };
}

/** The opposite: only admins may manage keys and integrations. */
export function checkAdminsOnly(id: OrganizationId): Write {
  const set = organizationKind.equals({ onlyAdminsManageSources: true });
  return { check: organizationKey(id), when: [...living, ...set] };
}

/** Removes an account from the list of members; harmless when it is not on it. */
export function deleteMember(id: OrganizationId, accountId: string): Write {
  return { delete: memberKey(id, accountId) };
}

/** Adds an account to the list of members, or updates its row. */
export function putMember(id: OrganizationId, row: MemberRow): Write {
  return { update: memberKey(id, row.accountId), change: memberKind.replace(row) };
}

/** The change of an organization's row for this input. An empty description removes the stored one. */
export function amendOrganization(id: OrganizationId, input: OwnOrganizationInput) {
  const { name, description, onlyAdminsManageSources: onlyAdmins } = input;
  return {
    update: organizationKey(id),
    change: {
      set: organizationKind.changes({
        name,
        description: description || undefined,
        onlyAdminsManageSources: onlyAdmins || undefined,
      }),
      remove: [
        ...(description === "" ? [organizationKind.attribute.description] : []),
        ...(onlyAdmins === false ? [organizationKind.attribute.onlyAdminsManageSources] : []),
      ],
    },
    when: living,
  } satisfies Write;
}
