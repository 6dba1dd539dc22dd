import type { DeploymentListItem } from "../deployment/deployment.ts";
import { type EngineVersion, isOwnServer } from "./worst.ts";

export type { EngineVersion, PatchedVersions } from "./worst.ts";

type Item = Pick<DeploymentListItem, "type" | "source" | "facts">;

/**
 * The versions of a deployment that can be compared with known vulnerabilities. Of one engine the lowest and the highest,
 * of several the lowest of each. Undefined where none can.
 */
export function ownVersionsOf(item: Item): readonly EngineVersion[] | undefined {
  const { engines = [], versions = [], lowestByEngine } = item.facts ?? {};
  if (!isOwnServer(item)) return undefined;
  return engines.flatMap((engine) => {
    const found = engines.length > 1 ? [lowestByEngine?.[engine]] : [...new Set(versions)];
    return found.flatMap((version) => (version === undefined ? [] : [{ engine, version }]));
  });
}
