import type { Support } from "@shardwatch/core/contract/support/end-of-support";

/** How the support of a version looks. */
export const supportTones: Record<Support, string> = {
  ended: "font-medium text-bad",
  soon: "font-semibold text-warn",
  ending: "text-warn",
  supported: "text-muted",
};
