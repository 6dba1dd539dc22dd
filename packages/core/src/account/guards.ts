import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { nounOfRole, someoneWith } from "../contract/people/role-nouns.ts";
import { allRoles, type Role, roleTraits } from "../contract/people/roles.ts";
import { Problem } from "../kit/problem.ts";
import { memberIds } from "../organization/members.ts";
import { batchGetAll } from "../table/batch.ts";
import type { Condition } from "../table/expression.ts";
import type { Write } from "../table/table.ts";
import { accountKey, everyAccount, superAdminPrefix } from "./account.keys.ts";
import { type AccountRow, hasRole, readAccount } from "./account.table.ts";
import { organizationOf } from "./account.ts";

/*
 * There must always be a super admin, and an administrator in every organization with members. A change that
 * takes such a role from an account names a witness: another account that has the role. The transaction
 * checks the witness's row. When two people demote each other at the same time, one transaction fails. It
 * reads again, and finds no witness.
 */

/** What an account is about to become. The organization is null when the account leaves. */
export interface Next {
  roles: readonly Role[];
  organization: OrganizationId | null;
}

/** Another account that has the role which is taken away, and the conditions that must hold for it. */
interface Witness {
  id: string;
  when: Condition[];
}

/** The checks that must hold for the change. Throws conflict when a required role would have no holder. */
export async function guardsOf(services: Services, account: AccountRow, next: Next): Promise<Write[]> {
  const witnesses = await Promise.all(allRoles.map((held) => witnessesOf(held, services, account, next)));
  // One account can be the witness for both roles, and a transaction may name a row only once.
  const byAccount = Map.groupBy(witnesses.flat(), ({ id }) => id);
  return [...byAccount].map(([id, both]) => ({
    check: accountKey(id),
    when: both.flatMap(({ when }) => when),
  }));
}

async function witnessesOf(
  held: Role,
  services: Services,
  account: AccountRow,
  next: Next,
): Promise<Witness[]> {
  const { isRequired, reach } = roleTraits[held];
  if (!isRequired || !account.roles.includes(held)) return [];
  const another = reach === "everywhere" ? anotherAnywhere : anotherInOrganization;
  const witnesses = await another(held, services, account, next);
  if (witnesses) return witnesses;
  const last = `${reach === "everywhere" ? "the" : "the organization's"} last ${nounOfRole(held)}`;
  throw new Problem("conflict", `This is ${last}. Make someone else ${someoneWith(held)} first.`, {
    code: `LAST_${held}`,
  });
}

/**
 * Another account with the role, among those who may use the admin area. Empty when the account keeps the role; undefined
 * when there is no other.
 */
async function anotherAnywhere(
  held: Role,
  services: Services,
  account: AccountRow,
  next: Next,
): Promise<Witness[] | undefined> {
  if (next.roles.includes(held)) return [];
  const { keys } = await services.table.find(everyAccount, { prefix: superAdminPrefix });
  const candidates = (await batchGetAll(services.table, keys)).map(readAccount);
  const other = candidates.find(({ id, roles }) => id !== account.id && roles.includes(held));
  return other && [{ id: other.id, when: hasRole(held) }];
}

/** The same among the members of the account's organization. */
async function anotherInOrganization(
  held: Role,
  services: Services,
  account: AccountRow,
  next: Next,
): Promise<Witness[] | undefined> {
  const organization = organizationOf(account);
  const stays = organization === next.organization;
  if (!organization || (stays && next.roles.includes(held))) return [];
  const others = (await memberIds(services, organization)).filter((id) => id !== account.id);
  // The only member may leave: the organization then has no members.
  if (others.length === 0 && !stays) return [];
  const members = (await batchGetAll(services.table, others.map(accountKey))).map(readAccount);
  const other = members.find(
    ({ organizationId, roles }) => organizationId === organization && roles.includes(held),
  );
  return other && [{ id: other.id, when: hasRole(held, organization) }];
}
