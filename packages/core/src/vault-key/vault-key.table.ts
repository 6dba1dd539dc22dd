import { text } from "../table/field.ts";
import { RowKind } from "../table/row.ts";

export const vaultKeyKind = new RowKind("vault key", 1, { fingerprint: text() });
