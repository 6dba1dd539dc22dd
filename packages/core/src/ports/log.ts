/** Structured log lines. Fields are JSON; a Secret prints as "[secret]". */
export interface Log {
  info(message: string, fields?: Record<string, unknown>): void;
  warn(message: string, fields?: Record<string, unknown>): void;
  error(message: string, fields?: Record<string, unknown>): void;
  /** The same log with fields added to every line. */
  with(fields: Record<string, unknown>): Log;
}
