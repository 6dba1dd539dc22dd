import { infoDigits, infoField } from "./info.ts";
import type { Info } from "./info.ts";

/** How a replica is connected to its primary. "none" is a primary, or an INFO that does not contain it. */
export type PrimaryLink = "none" | "up" | "synchronising" | "never up" | "lost";

/**
 * So long after its start, a replica without a link is taken to wait for its first copy. The primary waits
 * five seconds before it sends one (repl-diskless-sync-delay), or until another copy is written.
 */
const firstCopySeconds = 300n;

/** Reads the link from INFO. A link that is down while a copy arrives is no loss. */
export function primaryLink(info: Info): PrimaryLink {
  const status = infoField(info, "replication", "master_link_status");
  if (infoField(info, "replication", "role") !== "slave" || status === undefined) return "none";
  if (status !== "down") return "up";
  if (infoField(info, "replication", "master_sync_in_progress") === "1") return "synchronising";
  if (wasUp(info)) return "lost";
  const uptime = infoDigits(info, "server", "uptime_in_seconds");
  return uptime !== undefined && BigInt(uptime) < firstCopySeconds ? "synchronising" : "never up";
}

/** No link is down for thirty years. */
const epoch = 1_000_000_000n;

/** The time since the link's end is -1 without one. Redis 6.0 and older write the Unix time instead. */
function wasUp(info: Info): boolean {
  if (infoField(info, "replication", "master_link_down_since_seconds") === "-1") return false;
  const since = infoDigits(info, "replication", "master_link_down_since_seconds");
  return since === undefined || BigInt(since) < epoch;
}
