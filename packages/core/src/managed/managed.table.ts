import { number, text } from "../table/field.ts";
import type { Key } from "../table/keys.ts";
import { RowKind } from "../table/row.ts";

/** The file that was applied last. */
export const appliedFileKey: Key = { pk: "CONFIGURATION", sk: "FILE" };

/** The configuration file that a process read last. */
export const appliedFileKind = new RowKind("configuration file", 1, {
  /** SHA-256 of its text, in base64url. */
  hash: text(),
  /** Unix epoch in milliseconds. */
  readAt: number(),
});
