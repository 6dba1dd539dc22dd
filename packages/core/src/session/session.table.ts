import type { Condition } from "../table/expression.ts";
import { number, optional, text } from "../table/field.ts";
import type { Key } from "../table/keys.ts";
import { RowKind, type RowOf } from "../table/row.ts";
import { timeToLiveAttribute } from "../table/schema.ts";

export const sessionKey = (hash: string): Key => ({ pk: `SESSION#${hash}`, sk: "SESSION" });

export const sessionKind = new RowKind("session", 1, {
  accountId: text(),
  /** Unix epoch in milliseconds. */
  expiresAt: number(),
  /** The account's generation of sessions when this one was opened; absent for generation 0. */
  generation: optional(number()),
});

export type SessionRow = RowOf<typeof sessionKind>;

/** The owner of a session: an account, in one generation of its sessions. */
export type Owner = Pick<SessionRow, "accountId"> & { generation: number };

/**
 * The whole row of a session. `hash` is of the cookie's secret; `expiresAt` is a Unix epoch in milliseconds.
 */
export function sessionRow(hash: string, { accountId, generation }: Owner, expiresAt: number) {
  const row = { accountId, expiresAt, generation: generation > 0 ? generation : undefined };
  return { ...sessionKey(hash), ...sessionKind.write(row), ...expiry(expiresAt) };
}

/** The fields that a renewal changes. */
export const expiry = (expiresAt: number) => ({
  ...sessionKind.changes({ expiresAt }),
  [timeToLiveAttribute]: Math.ceil(expiresAt / 1_000),
});

/** Holds for a session of that account, unless the account has ended all sessions since. */
export function isOf({ accountId, generation }: Owner): Condition[] {
  return sessionKind.equals({ accountId, generation: generation > 0 ? generation : undefined });
}

/** The same check for a row that has been read. */
export function belongsTo(session: SessionRow, { accountId, generation }: Owner): boolean {
  return session.accountId === accountId && (session.generation ?? 0) === generation;
}
