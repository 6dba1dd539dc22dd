import type { OrganizationId } from "../access/scope.ts";
import type { OwnOrganizationInput } from "../contract/organization.ts";
import { cleanLines, cleanText } from "../kit/foreign-text.ts";
import type { Change, Condition } from "../table/expression.ts";
import { mark, number, optional, text } from "../table/field.ts";
import { type Row, RowKind, type RowOf } from "../table/row.ts";
import type { Write } from "../table/table.ts";
import {
  departingOrganizations,
  everyOrganization,
  memberKey,
  organizationKey,
} from "./organization.keys.ts";

export const organizationKind = new RowKind("organization", 1, {
  id: text(),
  name: text(),
  description: optional(text()),
  /** Unix epoch in milliseconds. */
  createdAt: number(),
  /** Set when keys and integrations are left to its admins. */
  onlyAdminsManageSources: mark(),
  /** When its deletion began, Unix epoch in milliseconds: from then on it is gone for everybody else. */
  deletedAt: optional(number()),
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

/** Whose row it is, for lists of members that need nothing else. */
export const memberId = memberKind.part("accountId");

/** Names that were stored before they were looked at are shown clean. */
export function readOrganization(row: Row): OrganizationRow {
  const { name, description, ...rest } = organizationKind.read(row);
  return {
    ...rest,
    name: cleanText(name),
    ...(description !== undefined && { description: cleanLines(description) }),
  };
}

/** Creates the organization's row; fails when there is one. */
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

/** Holds while the organization is there and its deletion has not begun. */
export const living: Condition[] = [{ exists: true }, ...organizationKind.equals({ deletedAt: undefined })];

/** The change of an organization's row with which its deletion begins. */
export function markDeleted(deletedAt: number): Change {
  return { set: { ...organizationKind.changes({ deletedAt }), gsi1pk: departingOrganizations } };
}

/** Holds only while the organization is there and not about to go. */
export function checkActive(id: OrganizationId): Write {
  return { check: organizationKey(id), when: living };
}

/** The same, and everybody may manage keys and integrations of their own in it. */
export function checkOpen(id: OrganizationId): Write {
  const open = organizationKind.equals({ onlyAdminsManageSources: undefined });
  return { check: organizationKey(id), when: [...living, ...open] };
}

/** The opposite: the organization leaves keys and integrations to its admins. */
export function checkAdminsOnly(id: OrganizationId): Write {
  const set = organizationKind.equals({ onlyAdminsManageSources: true });
  return { check: organizationKey(id), when: [...living, ...set] };
}

/** Takes an account off the list of members; harmless when it does not stand there. */
export function deleteMember(id: OrganizationId, accountId: string): Write {
  return { delete: memberKey(id, accountId) };
}

/** Puts an account on the list of members, or brings its line up to date. */
export function putMember(id: OrganizationId, row: MemberRow): Write {
  return { put: { ...memberKey(id, row.accountId), ...memberKind.write(row) } };
}

/** The change of an organization's row that the input asks for: an empty description removes the stored one. */
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
