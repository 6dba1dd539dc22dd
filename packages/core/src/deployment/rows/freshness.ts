import { type DeploymentSource, traitsOf } from "../../contract/source/source.ts";
import { minute } from "../../kit/time.ts";
import type { LatestFigures } from "./latest-figures.ts";

/** How long a source may be silent before its deployments are stale, in milliseconds. */
export const silentAfter = (source: DeploymentSource): number => traitsOf(source).staleAfter * minute;

/** Whether figures are at least as new as the row. Figures of a former owner may be older. */
export const isCurrent = (latest: LatestFigures, written: string): boolean => latest.time >= written;

/**
 * The freshness of a deployment's data. Its row holds the time of that write; its latest figures may be
 * newer. A deployment is stale when its source has been silent for too long. This is computed at every read,
 * so no job is needed.
 * @param written when the row was written, ISO 8601 as toISOString gives it
 */
export function freshness(
  source: DeploymentSource,
  written: string,
  latest: LatestFigures | undefined,
  now: number,
): { stale: boolean; lastUpdated: string } {
  // Both texts have the same form and zone, so they compare as times do.
  const lastUpdated = latest && latest.time > written ? latest.time : written;
  const receivedAt = lastUpdated === latest?.time ? latest.receivedAt : Date.parse(written);
  return { stale: now - receivedAt > silentAfter(source), lastUpdated };
}
