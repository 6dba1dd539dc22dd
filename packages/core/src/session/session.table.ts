import type { Condition } from "../table/expression.ts";
import { sessionKey } from "../table/keys.ts";
import { timeToLiveAttribute } from "../table/schema.ts";
import type { Row } from "../table/table.ts";

export interface SessionRow {
  accountId: string;
  /** Unix epoch in milliseconds. */
  expiresAt: number;
  /** The account's generation of sessions when this one was opened; absent for the first one, 0. */
  generation?: number;
}

/** Whose a session is: an account, in one generation of its sessions. */
export type Owner = Pick<SessionRow, "accountId"> & { generation: number };

export const readSession = (row: Row): SessionRow => row as unknown as SessionRow;

/** The whole row of a session: `hash` is of the cookie's secret, `expiresAt` Unix epoch in milliseconds. */
export function sessionRow(hash: string, { accountId, generation }: Owner, expiresAt: number) {
  return {
    ...sessionKey(hash),
    accountId,
    ...(generation > 0 && { generation }),
    ...expiry(expiresAt),
  };
}

/** What a renewal changes. */
export const expiry = (expiresAt: number) => ({
  expiresAt,
  [timeToLiveAttribute]: Math.ceil(expiresAt / 1_000),
});

/** Holds for a session of that account which was not ended together with all others. */
export function isOf({ accountId, generation }: Owner): Condition[] {
  return [
    { attribute: "accountId", is: "=", value: accountId },
    generation > 0
      ? { attribute: "generation", is: "=", value: generation }
      : { attribute: "generation", absent: true },
  ];
}

/** The same for a row that has been read. */
export function belongsTo(row: Row, { accountId, generation }: Owner): boolean {
  const session = readSession(row);
  return session.accountId === accountId && (session.generation ?? 0) === generation;
}
