/** How a database is written to disk: a log of each write, a copy now and then, or not at all. */
export type Persistence = "aof" | "snapshot" | "off";

/**
 * How a database is written to disk, from its source's words: "aof", "aof-every-1-second", "snapshot-every-1-hour",
 * "disabled", "none". Undefined where that is not known.
 */
export function persistenceOf(words: string | null | undefined): Persistence | undefined {
  if (words === "none" || words === "disabled") return "off";
  if (words?.startsWith("aof")) return "aof";
  return words?.startsWith("snapshot") ? "snapshot" : undefined;
}
