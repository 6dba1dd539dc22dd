import type { Level } from "@shardwatch/core/contract/filter/severity";

/** The colour of a bar. */
export const levelFills: Record<Level, string> = {
  critical: "bg-bad-fill",
  warning: "bg-caution",
  ok: "bg-meter",
};
