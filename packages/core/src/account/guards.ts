import type { House } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { Role } from "../contract/roles.ts";
import { Problem } from "../kit/problem.ts";
import { memberIds } from "../organization/members.ts";
import { batchGetAll } from "../table/batch.ts";
import type { Condition } from "../table/expression.ts";
import { accountKey, everyAccount, superAdminPrefix } from "../table/keys.ts";
import type { Write } from "../table/table.ts";
import { type AccountRow, hasRole, readAccount } from "./account.table.ts";
import { organizationOf } from "./account.ts";

/*
 * There must always be a super admin, and in every organization with members one who administers it. So whoever
 * takes such a role from somebody names another one who has it, and the transaction checks that one's row: of two
 * people who demote each other at the same time, one fails, reads again, and finds nobody to name.
 */

/** What an account is about to become; without organization when it leaves. */
export interface Next {
  roles: readonly Role[];
  organization: OrganizationId | null;
}

/** An account that has what is taken from another one, and what must hold for it. */
interface Witness {
  id: string;
  when: Condition[];
}

/** The checks that must hold for the change. Throws conflict when it would leave nobody with a role. */
export async function guardsOf(house: House, account: AccountRow, next: Next): Promise<Write[]> {
  const witnesses = await Promise.all([
    superAdminRemains(house, account, next),
    administratorRemains(house, account, next),
  ]);
  // One person can be both, and a transaction may name a row only once.
  const byAccount = Map.groupBy(witnesses.flat(), ({ id }) => id);
  return [...byAccount].map(([id, both]) => ({
    check: accountKey(id),
    when: both.flatMap(({ when }) => when),
  }));
}

async function superAdminRemains(house: House, { id, roles }: AccountRow, next: Next): Promise<Witness[]> {
  if (!roles.includes("SUPER_ADMIN") || next.roles.includes("SUPER_ADMIN")) return [];
  const { keys } = await house.table.find(everyAccount, { prefix: superAdminPrefix });
  const candidates = (await batchGetAll(house.table, keys)).map(readAccount);
  const other = candidates.find((one) => one.id !== id && one.roles.includes("SUPER_ADMIN"));
  if (other) return [{ id: other.id, when: hasRole("SUPER_ADMIN") }];
  throw new Problem("conflict", "This is the last super admin. Make somebody else super admin first.", {
    code: "LAST_SUPER_ADMIN",
  });
}

async function administratorRemains(house: House, account: AccountRow, next: Next): Promise<Witness[]> {
  const organization = organizationOf(account);
  const stays = organization === next.organization;
  if (!organization || !account.roles.includes("ORG_ADMIN")) return [];
  if (stays && next.roles.includes("ORG_ADMIN")) return [];
  const others = (await memberIds(house, organization)).filter((id) => id !== account.id);
  // Whoever was alone may leave: the organization stays, without members.
  if (others.length === 0 && !stays) return [];
  const rows = await batchGetAll(house.table, others.map(accountKey));
  const other = rows
    .map(readAccount)
    .find((one) => one.organizationId === organization && one.roles.includes("ORG_ADMIN"));
  if (other) return [{ id: other.id, when: hasRole("ORG_ADMIN", organization) }];
  throw new Problem(
    "conflict",
    "This is the last administrator of the organization. Make somebody else its administrator first.",
    { code: "LAST_ORG_ADMIN" },
  );
}
