import { text } from "../table/field.ts";
import type { Key } from "../table/keys.ts";
import { type Row, RowKind } from "../table/row.ts";

/** What attempts with passkeys are sealed with. It belongs to no organization. */
export const attemptSecretKey: Key = { pk: "PLATFORM", sk: "ATTEMPTSECRET" };

export const attemptSecretKind = new RowKind("attempt secret", 1, { secret: text() });

export const attemptSecretRow = (secret: string) => ({
  ...attemptSecretKey,
  ...attemptSecretKind.write({ secret }),
});

export const attemptSecretIn = (row: Row | undefined): string | undefined =>
  row && attemptSecretKind.read(row).secret;
