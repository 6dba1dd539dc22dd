import { audit } from "../access/audit.ts";
import type { Services, MemberContext } from "../access/context.ts";
import { chosenOrganization } from "../access/scope.ts";
import { withViewAudit } from "../audit/bounded.ts";
import type { Account as ShownAccount, AccountInput } from "../contract/people/account.ts";
import { isId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import { find } from "../organization/organization.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { accountKey } from "./account.keys.ts";
import { type Account, byId, organizationOf } from "./account.ts";
import { assign, unchanged } from "./account.table.ts";
import { guardsOf } from "./guards.ts";
import { toAccount } from "./map.ts";
import { accountChanged, memberWrites } from "./transfer.ts";

const notFound = () => new Problem("notFound", "Account not found");

/** One account. It counts as a view of its organization. Throws notFound. */
export async function get(ctx: MemberContext, id: string): Promise<ShownAccount> {
  const account = isId("account", id) ? await byId(ctx, id) : undefined;
  if (!account) throw notFound();
  const organization = organizationOf(account);
  return await (organization ? withViewAudit(ctx, organization, shown(ctx, account)) : shown(ctx, account));
}

async function shown(services: Services, account: Account): Promise<ShownAccount> {
  const organization = organizationOf(account);
  const name = organization ? (await find(services, organization))?.name : undefined;
  return toAccount(account, name);
}

/**
 * Sets organization and roles of an account. What it created stays with the organization that it leaves, and
 * its agent keys stay valid there. Throws notFound, and invalid for an organization that does not exist.
 * Throws conflict when a required role would have no holder.
 */
export async function change(ctx: MemberContext, id: string, input: AccountInput): Promise<ShownAccount> {
  const organization = chosenOrganization(ctx.actor, input.organizationId);
  const roles = [...new Set(input.roles)];
  const { before, name } = await retryOnConflict(async () => {
    const [account, target] = await Promise.all([
      isId("account", id) ? byId(ctx, id) : undefined,
      organization && isId("organization", organization) ? find(ctx, organization) : undefined,
    ]);
    if (!account) throw notFound();
    if (!organization || !target) throw noSuchOrganization();
    const guards = await guardsOf(ctx, account, { roles, organization });
    // Whom a group has put here leaves when no group leads here any more, also after a change by hand.
    const placedBy = organizationOf(account) === organization ? account.placedBy : undefined;
    const assigned = assign(account, organization, roles, placedBy);
    await ctx.table.transact([
      { update: accountKey(id), change: assigned, when: unchanged(account) },
      ...memberWrites(account, organization),
      ...guards,
      ...accountChanged(ctx, account, organization, roles),
    ]);
    return { before: account, name: target.name };
  });
  audit(ctx, "account.changed", {
    accountId: id,
    before: { organizationId: before.organizationId ?? null, roles: before.roles },
    after: { organizationId: input.organizationId, roles },
  });
  return toAccount({ ...before, roles, organizationId: input.organizationId }, name);
}

function noSuchOrganization(): Problem {
  return new Problem("invalid", "This organization doesn't exist.", {
    details: ["organizationId: must be the id of an organization"],
  });
}
