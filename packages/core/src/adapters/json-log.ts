import type { Log } from "../ports/log.ts";

type Level = "INFO" | "WARN" | "ERROR";

/**
 * The Log port as one JSON object for each line, as CloudWatch's queries read them.
 * @param write takes a whole line without its end
 */
export function createJsonLog(
  service: string,
  write: (line: string) => void,
  bound: Record<string, unknown> = {},
): Log {
  const line = (level: Level) => (message: string, fields?: Record<string, unknown>) => {
    const timestamp = new Date().toISOString();
    write(JSON.stringify({ level, message, timestamp, service, ...bound, ...fields }, plain));
  };
  return {
    info: line("INFO"),
    warn: line("WARN"),
    error: line("ERROR"),
    with: (fields) => createJsonLog(service, write, { ...bound, ...fields }),
  };
}

/** An error shows its name and message, as the rules for logs allow; BigInt has no JSON at all. */
function plain(_name: string, value: unknown): unknown {
  if (value instanceof Error) return { name: value.name, message: value.message };
  return typeof value === "bigint" ? value.toString() : value;
}
