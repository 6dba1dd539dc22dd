import { plain } from "@shardwatch/core/adapters/json-log";
import type { Log } from "@shardwatch/core/ports/log";

type Level = "info" | "warn" | "error";

export interface LogOptions {
  /** For a terminal ("10:02:11 warn  message field=value"), or one JSON object for each line. */
  form: "pretty" | "json";
  /** Whether lines of the level info are written. */
  verbose: boolean;
  /** Takes a whole line without its end. */
  write: (line: string) => void;
}

/** The log of the local run. */
export function createLog(options: LogOptions, bound: Record<string, unknown> = {}): Log {
  const { form, verbose, write } = options;
  const line = (level: Level, message: string, fields: Record<string, unknown> = {}) => {
    const all = { ...bound, ...fields };
    write(form === "json" ? asJson(level, message, all) : asText(level, message, all));
  };
  return {
    info: (message, fields) => (verbose ? line("info", message, fields) : undefined),
    warn: (message, fields) => line("warn", message, fields),
    error: (message, fields) => line("error", message, fields),
    with: (fields) => createLog(options, { ...bound, ...fields }),
  };
}

function asJson(level: Level, message: string, fields: Record<string, unknown>): string {
  return JSON.stringify({ time: new Date().toISOString(), level, message, ...fields }, plain);
}

function asText(level: Level, message: string, fields: Record<string, unknown>): string {
  const rest = Object.entries(fields).map(([name, value]) => `${name}=${JSON.stringify(value, plain)}`);
  return [new Date().toISOString().slice(11, 19), level.padEnd(5), message, ...rest].join(" ");
}
