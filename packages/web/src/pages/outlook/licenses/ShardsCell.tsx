import { utilization } from "@shardwatch/core/kit/bytes";
import type { LicensedShards } from "@shardwatch/core/contract/outlook/licenses";
import { formatCount } from "../../../lib/words/count.ts";
import { Meter } from "../../../ui/memory/Meter.tsx";
import { levelOfShards, levelTones } from "./levels.ts";
import { usedText } from "./words.ts";

interface ShardsCellProps {
  shards: LicensedShards;
  /** "RAM shards": names the bar for screen readers. */
  label: string;
  /** Whether the source is silent, so that the figures are the last known ones. */
  isStale: boolean;
}

/** Shards in use of their limit, and how long they last. */
export function ShardsCell({ shards, label, isStale }: ShardsCellProps) {
  const { inUse, limit, text } = shards;
  const level = levelOfShards(shards);
  const percent = limit === null ? undefined : Number(utilization(String(inUse), String(limit)) ?? 0);
  return (
    <span className={`grid min-w-0 gap-0.5 py-1 ${isStale ? "text-faint" : ""}`}>
      <span className="figures">
        {formatCount(inUse)}
        {limit !== null && <span className="text-faint"> of {formatCount(limit)}</span>}
      </span>
      {percent !== undefined && (
        <span className="max-w-40">
          <Meter
            percent={percent}
            level={isStale ? "ok" : level}
            label={label}
            spoken={usedText(shards)}
            {...(isStale && { fill: "bg-line-strong" })}
          />
        </span>
      )}
      <span className={`text-xs ${isStale ? "" : levelTones[level] || "text-muted"}`}>{text}</span>
    </span>
  );
}
