import type { Live, LiveFigureName } from "@shardwatch/core/contract/deployment/live";
import { counted, formatCount } from "../../../../lib/words/count.ts";
import { Figure } from "../../../../ui/text/Figure.tsx";
import { Skeleton } from "../../../../ui/state/Skeleton.tsx";
import { Unknown } from "../../../../ui/text/Unknown.tsx";
import { formatBrief } from "../../../../lib/words/brief.ts";

/** The live figures of a deployment. The total is undefined when they could not be loaded. */
export type LiveTotal = Pick<Live, "to" | "unknown" | "partial" | "databases"> & {
  total: Live["total"] | undefined;
};

/** The total, or that of the databases that are known. */
export const knownTotal = ({ partial, total }: LiveTotal) => partial?.total ?? total;

/** "9 of 11 databases" where the others lack the figure. */
function coverageOf({ partial, databases }: LiveTotal, name: LiveFigureName): string | undefined {
  const reported = partial?.reported.find(({ figure }) => figure === name);
  return reported && `${formatCount(reported.databases)} of ${counted(databases.length, "database")}`;
}

interface LiveTileProps {
  label: string;
  /** Undefined while they load. */
  live: LiveTotal | undefined;
  name: LiveFigureName;
  unit: string;
  /** Instead of the figure with its unit. */
  text?: string | undefined;
  /** Shown below the figure. */
  note?: string | false | undefined;
  /** Why there is no figure although everything is known. */
  none?: string | undefined;
}

/** One figure with its name. An unknown one says why. */
export function LiveTile({ label, live, name, unit, text, note, none }: LiveTileProps) {
  const value = live && knownTotal(live)?.[name];
  const shown = text ?? (typeof value === "number" ? `${formatBrief(value)}${unit}` : undefined);
  const reason = none ?? live?.unknown.find(({ figure }) => figure === name)?.reason ?? "Unknown";
  // Without any values the section itself says why.
  const below = shown === undefined ? live?.to != null && reason : ((live && coverageOf(live, name)) ?? note);
  return (
    <div className="-mt-px -ml-px grid min-h-24 content-start gap-0.5 border-t border-l border-line px-4 py-3">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="figures min-w-0 text-xl font-semibold tracking-tight break-words max-md:text-lg">
        {!live ? (
          <Skeleton className="mt-1 h-5 w-20" />
        ) : shown !== undefined ? (
          <Figure text={shown} />
        ) : (
          <Unknown why={reason} />
        )}
      </dd>
      {live && below && <dd className="figures text-sm text-muted">{below}</dd>}
    </div>
  );
}
