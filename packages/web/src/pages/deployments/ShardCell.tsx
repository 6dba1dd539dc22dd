import type { DeploymentListItem } from "@shardwatch/core/contract/deployment";
import { Meter } from "../../ui/Meter.tsx";
import { shardFigures } from "./describe.ts";

/** Licence shards in use of their limits, with a bar each for RAM and flash; blank where nothing is known. */
export function ShardCell({ license }: { license: DeploymentListItem["license"] }) {
  const figures = shardFigures(license);
  if (!license || !figures) return null;
  if (figures.kind === "limit")
    return (
      <span className="figures" title="Limit only">
        {figures.limit}
        <span className="sr-only"> limit only</span>
      </span>
    );
  const bars = [
    ["RAM", license.ramShardsInUse, license.ramShardsLimit],
    ["Flash", license.flashShardsInUse, license.flashShardsLimit],
  ] as const;
  return (
    <span className="ml-auto grid w-28 gap-1 md:max-lg:w-20">
      <span className="figures">
        {figures.inUse}
        <span className="text-faint">/{figures.limit}</span>
      </span>
      {bars.map(
        ([kind, inUse, limit]) =>
          limit > 0 && (
            <Meter
              key={kind}
              percent={Math.round((1000 * inUse) / limit) / 10}
              label={`${kind} shards: ${inUse} of ${limit}`}
            />
          ),
      )}
    </span>
  );
}
