import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { levelOfShards } from "@shardwatch/core/contract/filter/severity";
import { formatPercent } from "@shardwatch/core/kit/percent";
import { formatCount } from "../../../lib/words/count.ts";
import { Meter } from "../../../ui/memory/Meter.tsx";
import { Tooltip } from "../../../ui/popup/Tooltip.tsx";
import { shardFigures } from "../../../lib/words/shard-figures.ts";

const percentOf = (inUse: number, limit: number) => Math.round((1000 * inUse) / limit) / 10;

/** Each kind of shards as text, with its utilization. */
function Pairs({ pairs }: { pairs: readonly { kind: string; use: string; percent: number }[] }) {
  return (
    <span className="figures grid grid-cols-[auto_auto_auto] gap-x-4 gap-y-0.5">
      {pairs.map(({ kind, use, percent }) => (
        <span key={kind} className="contents">
          <span className="text-muted">{kind} shards</span>
          <span className="text-right text-ink">{use}</span>
          <span className="text-right text-muted">{formatPercent(percent)}</span>
        </span>
      ))}
    </span>
  );
}

/**
 * Licence shards in use, with a bar. The tooltip has a line each for RAM and flash, or one for all where
 * only the total is limited. Blank where nothing is known.
 */
export function ShardCell({ license }: { license: DeploymentListItem["license"] }) {
  const figures = shardFigures(license);
  if (!license || !figures) return null;
  if (figures.kind === "limit")
    return (
      <span className="figures" title="Limit only">
        {formatCount(figures.limit)}
        <span className="sr-only"> limit only</span>
      </span>
    );
  const byKind = [
    ["RAM", license.ramShardsInUse, license.ramShardsLimit],
    ["Flash", license.flashShardsInUse, license.flashShardsLimit],
  ] as const;
  const hasKinds = byKind.some(([, , limit]) => limit > 0);
  const bars = hasKinds ? byKind : ([["All", figures.inUse, figures.limit]] as const);
  const shown = bars.flatMap(([kind, inUse, limit]) =>
    limit > 0
      ? [{ kind, use: `${formatCount(inUse)} of ${formatCount(limit)}`, percent: percentOf(inUse, limit) }]
      : [],
  );
  return (
    <Tooltip content={<Pairs pairs={shown} />}>
      {(trigger) => (
        <span {...trigger} className="relative z-10 ml-auto grid w-28 max-w-full gap-0.5 rounded-sm">
          <span className="figures">
            {formatCount(figures.inUse)}
            <span className="text-faint">/{formatCount(figures.limit)}</span>
          </span>
          {shown.map(({ kind, use, percent }) => (
            <Meter
              key={kind}
              percent={percent}
              level={levelOfShards(percent)}
              label={`${kind} shards: ${use}`}
            />
          ))}
        </span>
      )}
    </Tooltip>
  );
}
