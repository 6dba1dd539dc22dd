import { type Key, keysIn, runIn } from "../table/keys.ts";

const prefix = "TOKEN#";

/** The whole token. Its id alone finds it, in one read. */
export const tokenKey = (id: string): Key => ({ pk: `${prefix}${id}`, sk: "TOKEN" });

/** A secret of a token that its holder has ended, by its hash. */
export const endedSecretKey = (id: string, secretHash: string): Key => ({
  pk: `${prefix}${id}`,
  sk: `ENDED#${secretHash}`,
});

/** The entry by which its organization lists it. */
export const tokenEntryKey = keysIn(prefix);

export const tokenEntriesOf = runIn(prefix);
