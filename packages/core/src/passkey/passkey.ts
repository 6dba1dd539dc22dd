import { audit } from "../access/audit.ts";
import type { MemberContext, Services } from "../access/context.ts";
import { type Account, byId } from "../account/account.ts";
import { ownOrganization } from "../access/scope.ts";
import { auditRow } from "../audit/audit.ts";
import type { Passkey, PasskeyChange } from "../contract/people/passkey.ts";
import { derivedId, isId } from "../kit/ids.ts";
import { inBatches } from "../kit/in-batches.ts";
import { sha256 } from "../kit/hash.ts";
import { Problem } from "../kit/problem.ts";
import { clear } from "../table/clear.ts";
import { tryWrite } from "../table/errors.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import {
  deletePasskey,
  holderKey,
  listedIn,
  passkeyKey,
  passkeyKind,
  passkeyListKey,
  type PasskeyRow,
  passkeysOf,
  putList,
} from "./passkey.table.ts";
import { placeOf, worksHere } from "./place.ts";

/** The id of a passkey. Keys hold no text that a browser has sent. */
export const passkeyIdOf = (credentialId: string): string => derivedId("passkey", sha256(credentialId));

const timeOf = (time: number) => new Date(time).toISOString();

export function toPasskey(services: Services, row: PasskeyRow, account: Account): Passkey {
  const { id, name, host, createdAt, lastUsedAt } = row;
  return {
    id,
    name,
    host,
    worksHere: worksHere(services, row, account),
    createdAt: timeOf(createdAt),
    lastUsedAt: lastUsedAt === undefined ? null : timeOf(lastUsedAt),
  };
}

/** The stored passkeys of an account, oldest first. */
export async function storedPasskeys(services: Services, accountId: string): Promise<PasskeyRow[]> {
  const rows = await services.table.queryAll(passkeysOf(accountId));
  return rows.map(passkeyKind.read).toSorted((left, right) => left.createdAt - right.createdAt);
}

/** The caller's account. Throws unauthenticated when it is being deleted. */
async function callerOf(ctx: MemberContext): Promise<Account> {
  const account = await byId(ctx, ctx.actor.accountId);
  if (!account) throw new Problem("unauthenticated", "Please sign in.");
  return account;
}

/** The caller's passkeys, oldest first. */
export async function listPasskeys(ctx: MemberContext): Promise<Passkey[]> {
  const [account, rows] = await Promise.all([callerOf(ctx), storedPasskeys(ctx, ctx.actor.accountId)]);
  return rows.map((row) => toPasskey(ctx, row, account));
}

/** Whether an account has a passkey that signs in here. */
export async function hasPasskey(services: Services, account: Account): Promise<boolean> {
  if (!placeOf(services)) return false;
  const listed = listedIn(await services.table.get(passkeyListKey(account.id))) ?? [];
  return listed.some((one) => worksHere(services, one, account));
}

const notFound = () => new Problem("notFound", "Passkey not found");

/** Renames a passkey of the caller. Throws notFound. */
export async function renamePasskey(
  ctx: MemberContext,
  id: string,
  { name }: PasskeyChange,
): Promise<Passkey> {
  if (!isId("passkey", id)) throw notFound();
  const key = passkeyKey(ctx.actor.accountId, id);
  const change = { set: passkeyKind.changes({ name }) };
  if (!(await tryWrite(ctx.table.update(key, change, [{ exists: true }])))) throw notFound();
  const [account, row] = await Promise.all([callerOf(ctx), ctx.table.get(key)]);
  if (!row) throw notFound();
  return toPasskey(ctx, passkeyKind.read(row), account);
}

/**
 * Removes a passkey of the caller. Throws notFound, and conflict for the last one that works here: without it the
 * person would need somebody else to get in.
 */
export async function removePasskey(ctx: MemberContext, id: string): Promise<void> {
  const { accountId } = ctx.actor;
  if (!isId("passkey", id)) throw notFound();
  const account = await callerOf(ctx);
  await retryOnConflict(async () => {
    const [found, list] = await ctx.table.batchGet([passkeyKey(accountId, id), passkeyListKey(accountId)]);
    if (!found) throw notFound();
    const row = passkeyKind.read(found);
    const before = listedIn(list);
    const rest = (before ?? []).filter((one) => one.id !== id);
    const isWayIn = (one: Pick<PasskeyRow, "host" | "personId">) => worksHere(ctx, one, account);
    if (isWayIn(row) && !rest.some(isWayIn))
      throw new Problem("conflict", "This is your last passkey here. Add another one first.", {
        code: "LAST_PASSKEY",
      });
    await ctx.table.transact([
      ...deletePasskey(accountId, id),
      putList(accountId, before, rest),
      auditRow(ctx, ownOrganization(ctx.actor), {
        action: "account.passkeyRemoved",
        id: accountId,
        fields: { passkey: [row.name, null] },
      }),
    ]);
  });
  audit(ctx, "account.passkeyRemoved", { accountId, passkeyId: id });
}

const atOnce = 10;

/** Deletes the passkeys of an account whose deletion has begun. Safe to repeat. */
export async function forgetPasskeys(services: Services, accountId: string): Promise<void> {
  const { table } = services;
  const rows = await storedPasskeys(services, accountId);
  await inBatches(rows, atOnce, ({ id }) => table.remove(holderKey(id)));
  await clear(table, passkeysOf(accountId), { rows: Infinity });
  await table.remove(passkeyListKey(accountId));
}
