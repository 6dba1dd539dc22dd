import type { LogLines } from "@shardwatch/core/kit/log";

export const levels = ["debug", "info", "warn", "error"] as const;
export type Level = (typeof levels)[number];
type Fields = Record<string, string | number | boolean | readonly string[] | undefined>;

/** The agent's log. Fields are plain values, so a Secret is not accepted. */
export interface Log extends LogLines<Fields> {
  debug: (event: string, fields?: Fields) => void;
}

/** A log that writes one JSON line for each event, by default to stderr. */
export function createLog(
  lowest: Level,
  write: (line: string) => void = (line) => void process.stderr.write(line),
): Log {
  const at =
    (level: Level) =>
    (event: string, fields: Fields = {}): void => {
      if (levels.indexOf(level) < levels.indexOf(lowest)) return;
      write(`${JSON.stringify({ time: new Date().toISOString(), level, event, ...fields })}\n`);
    };
  return { debug: at("debug"), info: at("info"), warn: at("warn"), error: at("error") };
}
