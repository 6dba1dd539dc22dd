import { number, optional, text } from "../table/field.ts";
import type { Key } from "../table/keys.ts";
import { RowKind, type RowOf } from "../table/row.ts";
import { timeToLiveAttribute } from "../table/schema.ts";

export const ownSessionKey = (hash: string): Key => ({ pk: `OWNSESSION#${hash}`, sk: "OWNSESSION" });

/** Who has signed in by a link or a passkey in one browser: what the session of a provider is elsewhere. */
export const ownSessionKind = new RowKind("own session", 1, {
  accountId: text(),
  redisCloudId: text(),
  email: text(),
  firstName: text(),
  lastName: text(),
  /** The account's generation of sessions when the person signed in; absent for generation 0. */
  generation: optional(number()),
  /** When the person proved who they are, Unix epoch in milliseconds, as all times here. */
  signedInAt: number(),
  expiresAt: number(),
});

export type OwnSessionRow = RowOf<typeof ownSessionKind>;

/** The whole row. `hash` is of the cookie. */
export function ownSessionRow(hash: string, row: OwnSessionRow) {
  const timeToLive = { [timeToLiveAttribute]: Math.ceil(row.expiresAt / 1_000) };
  return { ...ownSessionKey(hash), ...ownSessionKind.write(row), ...timeToLive };
}
