import type { LogLines } from "../kit/log.ts";

/** Structured log lines. Fields are JSON; a Secret prints as "[secret]". */
export interface Log extends LogLines<Record<string, unknown>> {
  /** The same log with fields added to every line. */
  with(fields: Record<string, unknown>): Log;
}
