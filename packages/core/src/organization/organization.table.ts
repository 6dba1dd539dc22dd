import type { OrganizationId } from "../access/scope.ts";
import type { OwnOrganizationInput } from "../contract/organization.ts";
import { cleanLines, cleanText } from "../kit/foreign-text.ts";
import { everyOrganization, memberKey, organizationKey } from "../table/keys.ts";
import type { Condition } from "../table/expression.ts";
import type { Row, Write } from "../table/table.ts";

export interface OrganizationRow {
  id: string;
  name: string;
  description?: string;
  /** Unix epoch in milliseconds. */
  createdAt: number;
  /** Set when keys and integrations are left to its admins. */
  onlyAdminsManageSources?: true;
  /** When its deletion began, Unix epoch in milliseconds: from then on it is gone for everybody else. */
  deletedAt?: number;
}

/** Name and email stand in the member's row too, so that a list of members is one query. */
export interface MemberRow {
  accountId: string;
  email: string;
  firstName: string;
  lastName: string;
}

/** Names that were stored before they were looked at are shown clean. */
export function readOrganization(row: Row): OrganizationRow {
  const { name, description, ...rest } = row as unknown as OrganizationRow;
  return {
    ...rest,
    name: cleanText(name),
    ...(description !== undefined && { description: cleanLines(description) }),
  };
}

/** Creates the organization's row; fails when there is one. */
export function putOrganization(id: OrganizationId, row: Omit<OrganizationRow, "id">): Write {
  return {
    put: { ...organizationKey(id), gsi1pk: everyOrganization, gsi1sk: id, id, ...row },
    when: [{ exists: false }],
  };
}

const living: Condition[] = [{ exists: true }, { attribute: "deletedAt", absent: true }];

/** Holds only while the organization is there and not about to go. */
export function checkStands(id: OrganizationId): Write {
  return { check: organizationKey(id), when: living };
}

/** The same, and everybody may manage keys and integrations of their own in it. */
export function checkOpen(id: OrganizationId): Write {
  const open = { attribute: "onlyAdminsManageSources", absent: true } as const;
  return { check: organizationKey(id), when: [...living, open] };
}

/** The opposite: the organization leaves keys and integrations to its admins. */
export function checkAdminsOnly(id: OrganizationId): Write {
  const set = { attribute: "onlyAdminsManageSources", is: "=", value: true } as const;
  return { check: organizationKey(id), when: [...living, set] };
}

/** Takes an account off the list of members; harmless when it does not stand there. */
export function deleteMember(id: OrganizationId, accountId: string): Write {
  return { delete: memberKey(id, accountId) };
}

/** Puts an account on the list of members, or brings its line up to date. */
export function putMember(id: OrganizationId, row: MemberRow): Write {
  return { put: { ...memberKey(id, row.accountId), ...row } };
}

/** The change of an organization's row that the input asks for: an empty description removes the stored one. */
export function amendOrganization(id: OrganizationId, input: OwnOrganizationInput) {
  const { name, description, onlyAdminsManageSources: onlyAdmins } = input;
  return {
    update: organizationKey(id),
    change: {
      set: {
        name,
        ...(description && { description }),
        ...(onlyAdmins && { onlyAdminsManageSources: true }),
      },
      remove: [
        ...(description === "" ? ["description"] : []),
        ...(onlyAdmins === false ? ["onlyAdminsManageSources"] : []),
      ],
    },
    when: living,
  } satisfies Write;
}
