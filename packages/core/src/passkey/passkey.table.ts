import { bytes, flag, list, number, optional, record, text } from "../table/field.ts";
import { type Key, partitionOfAccount, type Run } from "../table/keys.ts";
import { type Row, RowKind, type RowOf } from "../table/row.ts";
import type { Write } from "../table/table.ts";

export const passkeyKey = (accountId: string, id: string): Key => ({
  pk: partitionOfAccount(accountId),
  sk: `PASSKEY#${id}`,
});

export const passkeysOf = (accountId: string): Run => ({
  pk: partitionOfAccount(accountId),
  prefix: "PASSKEY#",
});

/** Leads from a passkey to its account. One passkey is of one account. */
export const holderKey = (id: string): Key => ({ pk: `PASSKEY#${id}`, sk: "PASSKEY" });

export const passkeyListKey = (accountId: string): Key => ({
  pk: partitionOfAccount(accountId),
  sk: "PASSKEYS",
});

export const passkeyKind = new RowKind("passkey", 1, {
  /** Follows from the authenticator's own id. */
  id: text(),
  credentialId: text(),
  name: text(),
  /** In the form of COSE. */
  publicKey: bytes(),
  /** The authenticator's at the last answer. */
  counter: number(),
  /** The host that it is for: the id of the relying party. */
  host: text(),
  /** The id of its person when it was added. It changes when a provider takes over, and the passkey ends. */
  personId: text(),
  /** Whether the authenticator knew the person when it made the passkey. Then it has to know them each time. */
  verified: flag(),
  /** How browsers reach the authenticator. */
  transports: optional(list(text())),
  /** Unix epoch in milliseconds, as all times here. */
  createdAt: number(),
  lastUsedAt: optional(number()),
  /** When the last sign-in with it began. What began no later was used up. */
  attemptAt: optional(number()),
});

export type PasskeyRow = RowOf<typeof passkeyKind>;

export const holderKind = new RowKind("passkey holder", 1, { accountId: text() });

/**
 * All passkeys of one person. Every transaction that adds or removes one writes this row on condition that it has not
 * changed. So their number stays limited, and the last one stays, however many requests are concurrent.
 */
export const passkeyListKind = new RowKind("passkey list", 1, {
  passkeys: list(record({ id: text(), host: text(), personId: text() })),
});

export type ListedPasskeys = RowOf<typeof passkeyListKind>["passkeys"];

export const listedIn = (row: Row | undefined): ListedPasskeys | undefined =>
  row && passkeyListKind.read(row).passkeys;

/** Replaces the list. Fails when another request has changed it; undefined stands for no row. */
export const putList = (
  accountId: string,
  before: ListedPasskeys | undefined,
  passkeys: ListedPasskeys,
): Write => ({
  update: passkeyListKey(accountId),
  change: passkeyListKind.replace({ passkeys }),
  when: passkeyListKind.equals({ passkeys: before }),
});

/** Adds a passkey. Fails when any account has it. */
export const putPasskey = (accountId: string, row: PasskeyRow): Write[] => [
  { put: { ...holderKey(row.id), ...holderKind.write({ accountId }) }, when: [{ exists: false }] },
  { put: { ...passkeyKey(accountId, row.id), ...passkeyKind.write(row) }, when: [{ exists: false }] },
];

/** Removes a passkey. Fails when it is gone. */
export const deletePasskey = (accountId: string, id: string): Write[] => [
  { delete: holderKey(id) },
  { delete: passkeyKey(accountId, id), when: [{ exists: true }] },
];

/** Uses up an answer. Fails when another one was used after the row was read. */
export const usePasskey = (
  accountId: string,
  { id, counter, attemptAt }: PasskeyRow,
  used: Required<Pick<PasskeyRow, "counter" | "attemptAt" | "lastUsedAt">>,
): Write => ({
  update: passkeyKey(accountId, id),
  change: { set: passkeyKind.changes(used) },
  when: [{ exists: true }, ...passkeyKind.equals({ counter, attemptAt })],
});
