import type { MemberContext } from "../access/context.ts";
import { chosenOrganization, type OrganizationId } from "../access/scope.ts";
import { withViewAudit } from "../audit/bounded.ts";
import type { Account as ShownAccount } from "../contract/people/account.ts";
import { badCursor, decodeCursor, encodeCursor } from "../kit/cursor.ts";
import { memberPage, namesOf } from "../organization/members.ts";
import { nameOf } from "../organization/organization.ts";
import { batchGetAll } from "../table/batch.ts";
import { accountKey, accountOfSortKey, everyAccount } from "./account.keys.ts";
import { organizationOf } from "./account.ts";
import { type AccountRow, readAccount } from "./account.table.ts";
import { toAccount } from "./map.ts";

export interface AccountQuery {
  organizationId?: string | undefined;
  limit: number;
  cursor?: string | undefined;
}

export interface AccountPage {
  accounts: ShownAccount[];
  nextCursor?: string;
}

/** Ids of accounts, and the sort key after which the next page starts. */
interface Ids {
  ids: readonly string[];
  last: string | undefined;
}

/**
 * A page of all accounts, or of one organization's, in the order of creation. Super admins come last in the
 * list of all.
 */
export async function list(
  ctx: MemberContext,
  { organizationId, limit, cursor }: AccountQuery,
): Promise<AccountPage> {
  const after = cursor === undefined ? undefined : readPosition(cursor, organizationId);
  const organization =
    organizationId === undefined ? undefined : chosenOrganization(ctx.actor, organizationId);
  if (organization) {
    return await withViewAudit(ctx, organization, listMembers(ctx, organization, limit, after));
  }
  const { ids, last } = await everyPage(ctx, limit, after);
  const accounts = await accountsOf(ctx, ids);
  const organizations = accounts.map(organizationOf).filter((id): id is OrganizationId => id !== null);
  const names = await namesOf(ctx, organizations);
  return {
    accounts: accounts.map((account) => toAccount(account, names.get(account.organizationId ?? ""))),
    ...(last !== undefined && { nextCursor: encodeCursor({ after: last }) }),
  };
}

async function listMembers(
  ctx: MemberContext,
  organization: OrganizationId,
  limit: number,
  after: string | undefined,
): Promise<AccountPage> {
  const [{ ids, last }, name] = await Promise.all([
    memberPage(ctx, organization, { limit, after }),
    nameOf(ctx, organization),
  ]);
  // A member's row and its account are written together, but read one after the other. They may differ here.
  const accounts = (await accountsOf(ctx, ids)).filter((one) => one.organizationId === organization);
  return {
    accounts: accounts.map((account) => toAccount(account, name)),
    ...(last !== undefined && { nextCursor: encodeCursor({ after: last, organization }) }),
  };
}

async function accountsOf(ctx: MemberContext, ids: readonly string[]): Promise<AccountRow[]> {
  return (await batchGetAll(ctx.table, ids.map(accountKey))).map(readAccount);
}

async function everyPage(ctx: MemberContext, limit: number, after: string | undefined): Promise<Ids> {
  const { keys, more } = await ctx.table.find(everyAccount, {
    limit,
    ...(after !== undefined && { after: { ...accountKey(accountOfSortKey(after)), gsi1sk: after } }),
  });
  const ids = keys.map((key) => accountOfSortKey(key.gsi1sk));
  return { ids, last: more ? keys.at(-1)?.gsi1sk : undefined };
}

function readPosition(cursor: string, organizationId: string | undefined): string {
  const { after = "", organization, ...rest } = decodeCursor(cursor) ?? {};
  const kind = organizationId === undefined ? "ACCOUNT|SUPER_ADMIN" : "MEMBER";
  const wellFormed = new RegExp(`^(${kind})#acc_[0-9a-z]{26}$`).test(after) && Object.keys(rest).length === 0;
  if (wellFormed && organization === organizationId) return after;
  throw badCursor();
}
