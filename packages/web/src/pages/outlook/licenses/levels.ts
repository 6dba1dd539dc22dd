import type { Level } from "@shardwatch/core/contract/filter/severity";
import type { LicensedShards } from "@shardwatch/core/contract/outlook/licenses";

/** How urgent the shards of one kind are: over the limit is critical, and at it is a warning. */
export function levelOfShards({ say }: LicensedShards): Level {
  if (say === "over") return "critical";
  return say === "full" ? "warning" : "ok";
}

/** The text colour of a level. */
export const levelTones: Readonly<Record<Level, string>> = {
  critical: "text-bad",
  warning: "text-warn",
  ok: "",
};
