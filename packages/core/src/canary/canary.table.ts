import { number, text } from "../table/field.ts";
import type { Key } from "../table/keys.ts";
import { RowKind, type RowOf } from "../table/row.ts";

/** Whether our own reports were accepted. It belongs to no organization. */
export const canaryKey: Key = { pk: "PLATFORM", sk: "CANARY" };

export const canaryKind = new RowKind("canary", 1, {
  /** The last minute with a report of ours, Unix epoch in milliseconds. */
  minute: number(),
  /** One bit for each of the last 64 minutes as hexadecimal digits, the newest last. 0: it was not accepted. */
  accepted: text(),
});
export type CanaryRow = RowOf<typeof canaryKind>;
