import type { TokenScope } from "../contract/token/scopes.ts";
import { list, number, optional, text } from "../table/field.ts";
import { type Key, partitionOfAccount, type Run } from "../table/keys.ts";
import { RowKind, type RowOf } from "../table/row.ts";
import { expiresAt as expires } from "../table/schema.ts";
import type { Write } from "../table/table.ts";

const prefix = "PERSONALSESSION#";

/** Beside the account, so that a request reads both at once. */
export const sessionKey = (accountId: string, id: string): Key => ({
  pk: partitionOfAccount(accountId),
  sk: `${prefix}${id}`,
});

export const sessionsOf = (accountId: string): Run => ({ pk: partitionOfAccount(accountId), prefix });

/** A person's session at a command line. Times are Unix epoch in milliseconds. */
export const sessionKind = new RowKind("personal session", 1, {
  /** Follows from its secret. */
  id: text(),
  secretHash: text(),
  organizationId: text(),
  scopes: list(text<TokenScope>()),
  client: text(),
  /** The network that the command line asked from. */
  allowedFrom: optional(text()),
  createdAt: number(),
  expiresAt: number(),
  /** The account's generation of sessions, and its membership, when the person allowed it. It ends with either. */
  generation: number(),
  membership: number(),
  /** The last use that was stored, to the hour, and from where. */
  usedAt: optional(number()),
  usedFrom: optional(text()),
  /** The last use by an assistant that was stored, to the day. */
  assistantAt: optional(number()),
});
export type SessionRow = RowOf<typeof sessionKind>;

export const putSession = (accountId: string, row: SessionRow): Write => ({
  put: { ...sessionKey(accountId, row.id), ...sessionKind.write(row), ...expires(row.expiresAt) },
  when: [{ exists: false }],
});

/** Ends a session. Fails when it is gone. */
export const deleteSession = (accountId: string, id: string): Write => ({
  delete: sessionKey(accountId, id),
  when: [{ exists: true }],
});

/** Stores a use. Fails when another request was faster, or the session is gone. */
export const storeUse = (
  accountId: string,
  { id, usedAt }: SessionRow,
  use: { usedAt: number; usedFrom: string | undefined },
): Write => ({
  update: sessionKey(accountId, id),
  change: { set: sessionKind.changes(use) },
  when: [{ exists: true }, ...sessionKind.equals({ usedAt })],
});

/** Stores a use by an assistant. Fails when another request was faster, or the session is gone. */
export const storeAssistantUse = (
  accountId: string,
  { id, assistantAt }: SessionRow,
  now: number,
): Write => ({
  update: sessionKey(accountId, id),
  change: { set: sessionKind.changes({ assistantAt: now }) },
  when: [{ exists: true }, ...sessionKind.equals({ assistantAt })],
});
