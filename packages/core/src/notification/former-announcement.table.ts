import { list, mark, number, optional, text } from "../table/field.ts";
import { RowKind } from "../table/row.ts";
import type { Notice } from "./notification.table.ts";

/** A message to all members that 0.3.0 or a release before it wrote. */
export const announcementKind = new RowKind("announcement", 1, {
  event: text(),
  /** When it happened, Unix epoch in milliseconds. */
  at: number(),
  type: text<Notice["type"]>(),
  title: text(),
  message: text(),
  reasonMessage: optional(text()),
  names: optional(list(text())),
  incidentId: optional(text()),
  /** Set when every member has received it. */
  delivered: mark("told"),
});
