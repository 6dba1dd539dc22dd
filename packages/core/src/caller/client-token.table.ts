import type { OrganizationId } from "../access/scope.ts";
import { digest } from "../kit/hash.ts";
import { day } from "../kit/time.ts";
import { number, text } from "../table/field.ts";
import { type Key, keysIn } from "../table/keys.ts";
import { RowKind, type RowOf } from "../table/row.ts";
import { expiresAt } from "../table/schema.ts";
import type { Write } from "../table/table.ts";

const keyOf = keysIn("CLIENTTOKEN#");

/**
 * The key of what a client token created. Each kind of object has its own tokens, and so has each caller.
 * @param caller the account of a person, or a word for all programs of the organization
 */
export const clientTokenKey = (
  organization: OrganizationId,
  { kind, caller, token }: { kind: string; caller: string; token: string },
): Key => keyOf(organization, digest(JSON.stringify([kind, caller, token])));

/** What a call with a client token created. */
export const clientTokenKind = new RowKind("client token", 1, {
  /** Of the object. */
  id: text(),
  /** The digest of the call's body. */
  body: text(),
  /** Unix epoch in milliseconds, to a month. */
  usedAt: number(),
});
export type ClientTokenRow = RowOf<typeof clientTokenKind>;

const clientTokenDays = 400;

/** How old a stored use becomes before another one is stored, in milliseconds. */
export const renewedAfter = 30 * day;

/** Remembers a creation. Fails when the token leads to another one than before; undefined stands for no row. */
export const putClientToken = (key: Key, before: ClientTokenRow | undefined, row: ClientTokenRow): Write => {
  const { set, remove } = clientTokenKind.replace(row);
  const end = expiresAt(row.usedAt + clientTokenDays * day);
  return {
    update: key,
    change: { set: { ...set, ...end }, remove },
    when: before ? clientTokenKind.equals({ id: before.id }) : [{ exists: false }],
  };
};
