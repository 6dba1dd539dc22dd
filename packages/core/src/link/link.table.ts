import type { Condition } from "../table/expression.ts";
import { mark, number, optional, text } from "../table/field.ts";
import type { Key } from "../table/keys.ts";
import { RowKind, type RowOf } from "../table/row.ts";
import { timeToLiveAttribute } from "../table/schema.ts";
import type { Write } from "../table/table.ts";

export const linkKey = (hash: string): Key => ({ pk: `SIGNINLINK#${hash}`, sk: "SIGNINLINK" });

export const linkKind = new RowKind("sign-in link", 1, {
  /** Whom it signs in; absent for the first link of an installation, whose person says so. */
  email: optional(text()),
  /** The account with that email when the link was made; absent where there was none. */
  accountId: optional(text()),
  /** That account's generation of sessions; absent for 0. "Sign out everywhere" ends the link, too. */
  generation: optional(number()),
  /** The invitation that it leads to, of this organization. It signs in for that one only. */
  invitationId: optional(text()),
  organizationId: optional(text()),
  /** Set when it makes the email of its account a verified one. */
  verifies: mark(),
  /** Unix epoch in milliseconds, as all times here. */
  expiresAt: number(),
  usedAt: optional(number()),
});

export type LinkRow = RowOf<typeof linkKind>;

/** The write of a new link. `hash` is of its secret. */
export function putLink(hash: string, row: LinkRow): Write {
  const timeToLive = { [timeToLiveAttribute]: Math.ceil(row.expiresAt / 1_000) };
  return { put: { ...linkKey(hash), ...linkKind.write(row), ...timeToLive } };
}

const unused: Condition[] = [{ exists: true }, ...linkKind.equals({ usedAt: undefined })];

/** The write that uses it up. It fails for one that was used in between. */
export const useLink = (hash: string, usedAt: number): Write => ({
  update: linkKey(hash),
  change: { set: linkKind.changes({ usedAt }) },
  when: unused,
});
