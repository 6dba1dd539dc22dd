import type { Context, Origin } from "../access/context.ts";
import { type Account, byId, organizationOf } from "../account/account.ts";
import { auditRow, byPerson, type Cause } from "../audit/audit.ts";
import type { Write } from "../table/table.ts";
import type { Browser } from "./browser.ts";

/** The event of a sign-in, which belongs into the transaction that opens the session. */
export function signedIn(ctx: Context, browser: Browser, account: Account): Write {
  const { id } = account;
  return auditRow(causeOf(ctx, browser, id), organizationOf(account), { action: "account.signedIn", id });
}

/** The event of a sign-out. None for an account that is gone. */
export async function signedOut(ctx: Context, browser: Browser, id: string): Promise<Write[]> {
  const account = await byId(ctx, id);
  if (!account) return [];
  return [auditRow(causeOf(ctx, browser, id), organizationOf(account), { action: "account.signedOut", id })];
}

/** These requests have no signed-in person before they begin, so the person comes from the session. */
function causeOf(ctx: Context, { address, client }: Browser, accountId: string): Cause {
  const origin: Origin = { address, client };
  return { ...byPerson(ctx, accountId), requestId: ctx.requestId, origin };
}
