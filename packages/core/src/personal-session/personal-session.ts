import { audit } from "../access/audit.ts";
import type { MemberContext, Services } from "../access/context.ts";
import { ownOrganization } from "../access/scope.ts";
import { auditRow } from "../audit/audit.ts";
import { byId, generationOf, membershipOf } from "../account/account.ts";
import type { PersonalSession } from "../contract/people/device-login.ts";
import { isId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import { clear } from "../table/clear.ts";
import { tryWrite } from "../table/errors.ts";
import { deleteSession, sessionKey, sessionKind, sessionsOf } from "./session.table.ts";

const timeOf = (time: number) => new Date(time).toISOString();

/** The caller's sessions at command lines that work, the newest first. */
export async function list(ctx: MemberContext): Promise<PersonalSession[]> {
  const { accountId } = ctx.actor;
  const [account, found] = await Promise.all([
    byId(ctx, accountId),
    ctx.table.queryAll(sessionsOf(accountId)),
  ]);
  if (!account) return [];
  const now = ctx.clock.now();
  const [generation, membership] = [generationOf(account), membershipOf(account)];
  return found
    .map(sessionKind.read)
    .filter(
      (row) =>
        row.expiresAt > now &&
        row.organizationId === account.organizationId &&
        row.generation === generation &&
        row.membership === membership,
    )
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
