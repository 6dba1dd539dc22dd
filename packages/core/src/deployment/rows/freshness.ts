import type { DeploymentSource } from "../../contract/deployment.ts";
import { minute } from "../../kit/time.ts";
import type { Sign } from "./pulse.table.ts";

/** After how long without a word a source counts as silent and its deployments as stale, in milliseconds. */
export const silentAfter: Record<DeploymentSource, number> = {
  agent: 5 * minute,
  "redis-cloud": 15 * minute,
  elasticache: 15 * minute,
};

/** Whether a sign is not older than the row: a source that owned the deployment before may have left one behind. */
export const isCurrent = (sign: Sign, written: string): boolean => sign.time >= written;

/**
 * How old the data of a deployment is: its row says when it was last written, the newest sign of life may be
 * later. A source that has been silent for too long makes it stale. Worked out at every read, so that nothing
 * has to run for time to pass.
 * @param written when the row was written, ISO 8601 as toISOString gives it
 */
export function freshness(
  source: DeploymentSource,
  written: string,
  sign: Sign | undefined,
  now: number,
): { stale: boolean; lastUpdated: string } {
  // Both texts have the same form and zone, so they compare as times do.
  const lastUpdated = sign && sign.time > written ? sign.time : written;
  const heard = lastUpdated === sign?.time ? sign.rx : Date.parse(written);
  return { stale: now - heard > silentAfter[source], lastUpdated };
}
