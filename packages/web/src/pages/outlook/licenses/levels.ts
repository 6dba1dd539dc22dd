import type { Level } from "@shardwatch/core/contract/filter/severity";
import type { LicensedShards, LicenseOutlook } from "@shardwatch/core/contract/outlook/licenses";

/** The days of the rule about licenses: at most so many left are critical, and so many are a warning. */
const [critical, warning] = [7, 30];

/** How urgent the end of a license is. */
export function levelOfEnd({ days }: Pick<LicenseOutlook, "days">): Level {
  if (days === null || days > warning) return "ok";
  return days > critical ? "warning" : "critical";
}

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
