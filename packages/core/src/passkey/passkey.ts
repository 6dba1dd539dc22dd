import { audit } from "../access/audit.ts";
import type { MemberContext, Services } from "../access/context.ts";
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
import { placeOf } from "./place.ts";

/** The id of a passkey. Keys hold no text that a browser has sent. */
export const passkeyIdOf = (credentialId: string): string => derivedId("passkey", sha256(credentialId));

const timeOf = (time: number) => new Date(time).toISOString();

export function toPasskey(
  services: Services,
  { id, name, host, createdAt, lastUsedAt }: PasskeyRow,
): Passkey {
  return {
    id,
    name,
    host,
    worksHere: placeOf(services)?.rpId === host,
    createdAt: timeOf(createdAt),
    lastUsedAt: lastUsedAt === undefined ? null : timeOf(lastUsedAt),
  };
}

/** The stored passkeys of an account, oldest first. */
export async function storedPasskeys(services: Services, accountId: string): Promise<PasskeyRow[]> {
  const rows = await services.table.queryAll(passkeysOf(accountId));
  return rows.map(passkeyKind.read).toSorted((left, right) => left.createdAt - right.createdAt);
}

/** The caller's passkeys, oldest first. */
export async function listPasskeys(ctx: MemberContext): Promise<Passkey[]> {
  return (await storedPasskeys(ctx, ctx.actor.accountId)).map((row) => toPasskey(ctx, row));
}

/** Whether an account has a passkey that signs in here. */
export async function hasPasskey(services: Services, accountId: string): Promise<boolean> {
  const place = placeOf(services);
  if (!place) return false;
  const listed = listedIn(await services.table.get(passkeyListKey(accountId))) ?? [];
  return listed.some(({ host }) => host === place.rpId);
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
  const row = await ctx.table.get(key);
  if (!row) throw notFound();
  return toPasskey(ctx, passkeyKind.read(row));
}

/**
 * Removes a passkey of the caller. Throws notFound, and conflict for the last one that works here: without it the
 * person would need somebody else to get in.
 */
export async function removePasskey(ctx: MemberContext, id: string): Promise<void> {
  const { accountId } = ctx.actor;
  if (!isId("passkey", id)) throw notFound();
  await retryOnConflict(async () => {
    const [found, list] = await ctx.table.batchGet([passkeyKey(accountId, id), passkeyListKey(accountId)]);
    if (!found) throw notFound();
    const { name, host } = passkeyKind.read(found);
    const before = listedIn(list);
    const rest = (before ?? []).filter((one) => one.id !== id);
    const here = placeOf(ctx)?.rpId;
    if (host === here && rest.every((one) => one.host !== here))
      throw new Problem("conflict", "This is your last passkey here. Add another one first.", {
        code: "LAST_PASSKEY",
      });
    await ctx.table.transact([
      ...deletePasskey(accountId, id),
      putList(accountId, before, rest),
      auditRow(ctx, ownOrganization(ctx.actor), {
        action: "account.passkeyRemoved",
        id: accountId,
        fields: { passkey: [name, null] },
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
