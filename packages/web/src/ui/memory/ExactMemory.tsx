import { createElement } from "react";
import { exactBytes } from "@shardwatch/core/kit/bytes";
import { formatPercent } from "@shardwatch/core/kit/percent";
import type { Memory } from "../../lib/words/memory.ts";
import { Foreign } from "../text/Foreign.tsx";

interface ExactMemoryProps {
  memory: Memory;
  lastKnown: boolean;
  spark: string | undefined;
}

/** The exact figures behind a memory cell. */
export default function ExactMemory({ memory, lastKnown, spark }: ExactMemoryProps) {
  const { used, limit, unlimited = 0, limitUnknown, databases, fullest, fullestName, evicts } = memory;
  const lines = [
    ["Used", exactBytes(used) ?? "unknown"],
    ["Limit", limit === "0" ? "none" : (exactBytes(limit) ?? "unknown")],
    ...(databases > 1 && unlimited > 0 ? [["Unlimited", `${unlimited} of ${databases}`]] : []),
    ...(limitUnknown > 0 ? [["Limit unknown", `${limitUnknown} of ${databases}`]] : []),
  ];
  return (
    <span className="figures grid gap-1">
      <span className="grid grid-cols-[auto_auto] gap-x-4 gap-y-0.5">
        {lines.map(([name, value]) => (
          <span key={name} className="contents">
            <span className="text-muted">{name}</span>
            <span className="text-right text-ink">{value}</span>
          </span>
        ))}
      </span>
      {fullestName !== undefined && fullest !== undefined && (
        <span>
          Fullest: <Foreign className="font-medium break-words">{fullestName}</Foreign> at{" "}
          {formatPercent(fullest)}
        </span>
      )}
      {lastKnown && <span className="text-muted">Last known values</span>}
      {spark && createElement("memory-spark", { of: spark })}
      {evicts && <span className="text-muted">Evicts keys when full, so full is normal.</span>}
    </span>
  );
}
