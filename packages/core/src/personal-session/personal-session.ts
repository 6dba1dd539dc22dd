import { audit } from "../access/audit.ts";
import type { MemberContext, Services } from "../access/context.ts";
import { ownOrganization } from "../access/scope.ts";
import { auditRow } from "../audit/audit.ts";
import { type Account, byId, generationOf, membershipOf } from "../account/account.ts";
import type { PersonalSession } from "../contract/people/device-login.ts";
import { isId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import { clear } from "../table/clear.ts";
import { tryWrite } from "../table/errors.ts";
import { deleteSession, sessionKey, sessionKind, type SessionRow, sessionsOf } from "./session.table.ts";

const timeOf = (time: number) => new Date(time).toISOString();

/** The sessions of an account that work. Those that are over are deleted: nothing else would until their end. */
async function workingSessions(services: Services, account: Account): Promise<SessionRow[]> {
  const { table, clock } = services;
  const rows = (await table.queryAll(sessionsOf(account.id))).map(sessionKind.read);
  const [generation, membership] = [generationOf(account), membershipOf(account)];
  const works = (row: SessionRow) =>
    row.expiresAt > clock.now() &&
    row.organizationId === account.organizationId &&
    row.generation === generation &&
    row.membership === membership;
  // A session can be newer than the account as it was read, and works then. So only what is older goes.
  const isOver = (row: SessionRow) =>
    row.expiresAt <= clock.now() || row.generation < generation || row.membership < membership;
  for (const { id } of rows.filter(isOver)) await tryWrite(table.transact([deleteSession(account.id, id)]));
  return rows.filter(works);
}

/** How many sessions an account has. */
export const countSessions = async (services: Services, account: Account): Promise<number> =>
  (await workingSessions(services, account)).length;

/** The caller's sessions at command lines, the newest first. */
export async function list(ctx: MemberContext): Promise<PersonalSession[]> {
  const account = await byId(ctx, ctx.actor.accountId);
  const rows = account ? await workingSessions(ctx, account) : [];
  return rows
    .toSorted((left, right) => right.createdAt - left.createdAt)
    .map(({ id, client, scopes, createdAt, expiresAt, usedAt, usedFrom = null }) => ({
      id,
      client,
      scopes,
      createdAt: timeOf(createdAt),
      expiresAt: timeOf(expiresAt),
      lastUsed: usedAt === undefined ? null : { at: timeOf(usedAt), network: usedFrom },
    }));
}

/** Ends a session of the caller: its next request is refused. Throws notFound. */
export async function end(ctx: MemberContext, id: string): Promise<void> {
  const { accountId } = ctx.actor;
  const found = isId("session", id) ? await ctx.table.get(sessionKey(accountId, id)) : undefined;
  if (!found) throw new Problem("notFound", "Session not found");
  const { client } = sessionKind.read(found);
  const event = { action: "account.commandLineEnded", id: accountId } as const;
  // Another request was faster.
  const isEnded = await tryWrite(
    ctx.table.transact([
      deleteSession(accountId, id),
      auditRow(ctx, ownOrganization(ctx.actor), { ...event, fields: { client: [client, null] } }),
    ]),
  );
  if (isEnded) audit(ctx, "account.commandLineEnded", { accountId });
}

/** Deletes the sessions of an account that is being deleted. Safe to repeat. */
export async function forgetPersonalSessions(services: Services, accountId: string): Promise<void> {
  await clear(services.table, sessionsOf(accountId), { rows: Infinity });
}
