import { sessionKey } from "../table/keys.ts";
import { timeToLiveAttribute } from "../table/schema.ts";
import type { Row } from "../table/table.ts";

export interface SessionRow {
  accountId: string;
  /** Unix epoch in milliseconds. */
  expiresAt: number;
}

export const readSession = (row: Row): SessionRow => row as unknown as SessionRow;

/** The whole row of a session: `hash` is of the cookie's secret, `expiresAt` Unix epoch in milliseconds. */
export function sessionRow(hash: string, accountId: string, expiresAt: number) {
  return {
    ...sessionKey(hash),
    accountId,
    expiresAt,
    [timeToLiveAttribute]: Math.ceil(expiresAt / 1_000),
  };
}
