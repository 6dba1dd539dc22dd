import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import { concernOfStatus, isLastKnown } from "@shardwatch/core/contract/filter/severity";

/** That values are old. */
export interface OldValues {
  /** Of when the last ones are, as the API has it; undefined where that is not known. */
  at: string | undefined;
}

/**
 * Of when the values of a deployment are, where they are old; undefined while they are new. Those of a silent one are of
 * its last report, others of when its source began to say that it can't read them.
 */
export function oldOf({
  status,
  statusSince,
  lastUpdated,
}: Pick<Deployment, "status" | "statusSince" | "lastUpdated">): OldValues | undefined {
  if (!isLastKnown(status)) return undefined;
  return { at: concernOfStatus(status) === "stale" ? lastUpdated : statusSince };
}
