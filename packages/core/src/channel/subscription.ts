import type { MemberContext, ReaderContext, Services } from "../access/context.ts";
import { type OrganizationId, ownOrganization } from "../access/scope.ts";
import { byId, organizationOf, requireAccount, findAccounts } from "../account/account.ts";
import { auditRow, bySystem } from "../audit/audit.ts";
import { may } from "../contract/people/roles.ts";
import { digest, sameDigest } from "../kit/hash.ts";
import { isId } from "../kit/ids.ts";
import { memberIds } from "../organization/members.ts";
import { tryWrite } from "../table/errors.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { mailSettingsKey } from "./rows/channel.keys.ts";
import { mailSettingsKind } from "./rows/channel.table.ts";

/*
 * Who gets the mail of an organization: its ORG_ADMINs, at addresses that are known to be theirs. Each of them ends it for
 * themselves, with one click in any of these mails and without signing in.
 */

/** Somebody who gets mail. */
export interface Recipient {
  accountId: string;
  email: string;
  /** The address that ends it: a POST does, and a GET asks first (RFC 8058). */
  unsubscribe: string;
}

/** Everybody who gets the mail of an organization at this moment. */
export async function recipientsOf(services: Services, organization: OrganizationId): Promise<Recipient[]> {
  const accounts = await findAccounts(services, await memberIds(services, organization));
  const admins = [...accounts.values()].filter(
    ({ organizationId, roles, deletedAt, unverified }) =>
      organizationId === organization && may(roles, "getMail") && !unverified && deletedAt === undefined,
  );
  const found = await Promise.all(
    admins.map(async ({ id, email }): Promise<Recipient[]> => {
      const { token, off } = await settingsOf(services, id);
      if (off) return [];
      const address = `${services.settings.apiOrigin}/mail/${id}/${token}`;
      return [{ accountId: id, email, unsubscribe: address }];
    }),
  );
  return found.flat();
}

/** The settings of a person, made at the first time. */
async function settingsOf(services: Services, accountId: string) {
  const key = mailSettingsKey(accountId);
  return await retryOnConflict(async () => {
    const row = await services.table.get(key);
    if (row) return mailSettingsKind.read(row);
    const settings = { token: newToken(services) };
    await services.table.put({ ...key, ...mailSettingsKind.write(settings) }, [{ exists: false }]);
    return { ...settings, off: undefined };
  });
}

const newToken = ({ random }: Services): string => Buffer.from(random.bytes(24)).toString("base64url");

/** Whether the caller wants mail. A program has none. */
export async function ownMail({ table, actor }: ReaderContext): Promise<boolean> {
  if (actor.kind === "token") return false;
  const row = await table.get(mailSettingsKey(actor.accountId));
  return !row || mailSettingsKind.read(row).off === undefined;
}

/**
 * Switches the caller's mail on or off. On gives a new address that ends it: a former mail cannot end it again.
 * Fails when the account is being deleted.
 */
export async function setOwnMail(ctx: MemberContext, on: boolean): Promise<void> {
  const { accountId } = ctx.actor;
  const key = mailSettingsKey(accountId);
  await retryOnConflict(async () => {
    const row = await ctx.table.get(key);
    const before = row ? mailSettingsKind.read(row) : { token: newToken(ctx), off: undefined };
    const wasOn = before.off === undefined;
    const token = on && !wasOn ? newToken(ctx) : before.token;
    const action = on ? "mail.resumed" : "mail.ended";
    await ctx.table.transact([
      { update: key, change: mailSettingsKind.replace({ token, ...(!on && { off: true }) }) },
      requireAccount(accountId),
      ...(wasOn === on ? [] : [auditRow(ctx, ownOrganization(ctx.actor), { action, personId: accountId })]),
    ]);
  });
}

/** Whether the address is of a mail of ours. It is the same for a person who has ended it already. */
export async function isUnsubscribeAddress(
  { table }: Services,
  accountId: string,
  token: string,
): Promise<boolean> {
  if (!isId("account", accountId)) return false;
  const row = await table.get(mailSettingsKey(accountId));
  return row !== undefined && sameDigest(digest(mailSettingsKind.read(row).token), digest(token));
}

/**
 * Ends the mail of the person whose address it is. Does nothing for a made-up address. Returns whether it was one of
 * ours. The event names nobody who did it: each person with one of the mails can.
 */
export async function unsubscribe(services: Services, accountId: string, token: string): Promise<boolean> {
  if (!(await isUnsubscribeAddress(services, accountId, token))) return false;
  const account = await byId(services, accountId);
  const event = { action: "mail.ended", personId: accountId } as const;
  // It was ended before, or the account was deleted in between.
  await tryWrite(
    services.table.transact([
      {
        update: mailSettingsKey(accountId),
        change: { set: mailSettingsKind.changes({ off: true }) },
        when: mailSettingsKind.equals({ token, off: undefined }),
      },
      ...(account ? [auditRow(bySystem(services), organizationOf(account), event)] : []),
    ]),
  );
  return true;
}

/** Deletes what an account has set. Safe to repeat. */
export async function forgetMailSettings({ table }: Services, accountId: string): Promise<void> {
  await table.remove(mailSettingsKey(accountId));
}
