import { text } from "../table/field.ts";
import type { Key } from "../table/keys.ts";
import { RowKind } from "../table/row.ts";

/** The fingerprint of the key that secrets are sealed with. It belongs to no organization. */
export const vaultKeyKey: Key = { pk: "PLATFORM", sk: "VAULTKEY" };

export const vaultKeyKind = new RowKind("vault key", 1, { fingerprint: text() });
