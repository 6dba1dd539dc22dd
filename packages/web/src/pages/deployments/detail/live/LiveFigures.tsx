import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Deployment, DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { isLastKnown } from "@shardwatch/core/contract/filter/severity";
import type { Live, LiveFigureName } from "@shardwatch/core/contract/deployment/live";
import { traitsOf } from "@shardwatch/core/contract/source/source";
import { liveQuery } from "../../../../api/fleet/live.ts";
import { shortTime } from "../../../../lib/time/short-time.ts";
import { formatCount, counted } from "../../../../lib/words/count.ts";
import { useLiveOptions } from "../../../../lib/time/refresh-interval.ts";
import { useOverTime } from "../../../../lib/time/ticker.ts";
import { Section } from "../../../../ui/section/Section.tsx";
import { Skeleton } from "../../../../ui/state/Skeleton.tsx";
import { TimeAgo } from "../../../../ui/text/TimeAgo.tsx";
import {
  areNew,
  fragmentationNote,
  lagNote,
  lagText,
  type Reasons,
  reasonsIn,
  shownFigures,
} from "./live-text.ts";
import { formatShort } from "../../../../lib/words/short-number.ts";
import { Figure } from "../../../../ui/text/Figure.tsx";
import { Unknown } from "../../../../ui/text/Unknown.tsx";

/** The live figures of a deployment. The total is undefined when they could not be loaded. */
type LiveTotal = Pick<Live, "unknown" | "partial" | "databases"> & {
  total: Live["total"] | undefined;
  /** Whether they are old. They are greyed then. */
  isOld: boolean;
  reasons: Reasons;
};

/** The total, or that of the databases that are known. */
const knownTotal = ({ partial, total }: LiveTotal) => partial?.total ?? total;

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

/** One figure with its name. An unknown one says why, unless another one says the same. */
function LiveTile({ label, live, name, unit, text, note, none }: LiveTileProps) {
  const value = live && knownTotal(live)?.[name];
  const shown = text ?? (typeof value === "number" ? `${formatShort(value)}${unit}` : undefined);
  const reason = none ?? live?.unknown.find(({ figure }) => figure === name)?.reason ?? "Unknown";
  // What is so of all of them, the section itself says.
  const why = none ?? live?.reasons.first.get(name);
  const below = shown === undefined ? why : ((live && coverageOf(live, name)) ?? note);
  return (
    <div className="-mt-px -ml-px grid min-h-24 content-start gap-0.5 border-t border-l border-line px-4 py-3">
      <dt className="text-sm text-muted">{label}</dt>
      <dd
        className={`figures min-w-0 text-xl font-semibold tracking-tight break-words max-md:text-lg ${live?.isOld ? "text-muted" : ""}`}
      >
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

interface LiveFiguresProps {
  /** Undefined while only the list's data is known. The figures load after the page. */
  deployment: Deployment | undefined;
  listed: Pick<DeploymentListItem, "source"> | undefined;
}

/** What a deployment does: the newest five-minute values. Accounts report memory only, unless details are on. */
export function LiveFigures({ deployment, listed }: LiveFiguresProps) {
  if (listed && traitsOf(listed.source).figures !== "all" && !deployment?.detailedHistory) return null;
  return deployment ? <Loaded deployment={deployment} /> : <Frame live={undefined} note={undefined} />;
}

function Loaded({ deployment }: { deployment: Deployment }) {
  const { data, isLoadingError } = useQuery({ ...liveQuery(deployment), ...useLiveOptions() });
  const { status, databases, detailedHistory = false } = deployment;
  const limits = databases.map(({ maxClients }) => maxClients ?? null);
  const isNew = useOverTime((now) => data === undefined || areNew(data, now));
  const isOld = !isNew || isLastKnown(status);
  const live = data && { ...data, isOld, reasons: reasonsIn(data, shownFigures(detailedHistory)) };
  const until = detailedHistory ? live?.hourly?.to : live?.to;
  const age = until != null && <Age until={until} isOld={isOld} isHourly={detailedHistory} />;
  return (
    <Frame
      live={isLoadingError ? unloaded : live}
      note={isLoadingError ? "Live figures could not be loaded" : live && (live.reasons.all ?? age)}
      clientLimit={sumOf(limits)}
      isHourly={detailedHistory}
    />
  );
}

const unloaded = {
  total: undefined,
  unknown: [],
  databases: [],
  isOld: false,
  reasons: { all: undefined, first: new Map() },
};

function sumOf(values: readonly (number | null)[]): number | undefined {
  let total = 0;
  for (const value of values) {
    if (value === null) return undefined;
    total += value;
  }
  return values.length > 0 ? total : undefined;
}

interface AgeProps {
  /** The end of the five minutes. */
  until: string;
  isOld: boolean;
  /** Whether the figures are read once an hour. */
  isHourly: boolean;
}

/** How old the values are. */
function Age({ until, isOld, isHourly }: AgeProps) {
  const isRunning = useOverTime((now) => now < Date.parse(until));
  if (isRunning) return <>The first values. Those of five minutes come after {shortTime(until)}</>;
  return isOld ? (
    <span className="text-warn">
      Last known values, as of {shortTime(until)}, <TimeAgo date={until} />
    </span>
  ) : (
    <>
      As of {shortTime(until)}, <TimeAgo date={until} />
      {isHourly && "; read once an hour"}
    </>
  );
}

interface FrameProps {
  /** Undefined while they load. */
  live: LiveTotal | undefined;
  note: ReactNode;
  clientLimit?: number | undefined;
  /** Whether the figures are those of CloudWatch, which has fewer of them. */
  isHourly?: boolean;
}

/** It has the same size with and without figures. */
function Frame({ live, note, clientLimit, isHourly = false }: FrameProps) {
  const total = live && knownTotal(live);
  const figure = (name: LiveFigureName, unit = "") => ({ live, name, unit });
  return (
    <Section
      heading="Live figures"
      action={<p className="text-sm text-muted">{note ?? <Skeleton className="h-4 w-56" />}</p>}
    >
      <dl className={`grid grid-cols-2 overflow-hidden ${isHourly ? "lg:grid-cols-5" : "lg:grid-cols-4"}`}>
        <LiveTile label="Operations" {...figure("opsPerSecond", " ops/s")} />
        <LiveTile
          label="Clients"
          {...figure("clients")}
          note={clientLimit !== undefined && `of ${formatCount(clientLimit)} allowed`}
        />
        <LiveTile
          label="Hit ratio"
          {...figure("hitRatio", "%")}
          none={total?.lookupsPerSecond === 0 ? "no lookups" : undefined}
          note={total?.lookupsPerSecond != null && `${formatShort(total.lookupsPerSecond)} lookups/s`}
        />
        <LiveTile
          label="Keys"
          {...figure("keys")}
          note={total?.expiring != null && `${formatShort(total.expiring)} with an expiry`}
        />
        <LiveTile label="Evicted" {...figure("evictedPerSecond", " keys/s")} />
        {!isHourly && <FiguresOfServers live={live} />}
      </dl>
    </Section>
  );
}

/** What only an agent reads. */
function FiguresOfServers({ live }: { live: LiveTotal | undefined }) {
  const total = live && knownTotal(live);
  const figure = (name: LiveFigureName, unit = "") => ({ live, name, unit });
  return (
    <>
      <LiveTile label="Expired" {...figure("expiredPerSecond", " keys/s")} />
      <LiveTile
        label="Fragmentation"
        {...figure("fragmentation")}
        note={total && fragmentationNote(total.memoryUsed)}
      />
      <LiveTile
        label="Replication lag"
        {...figure(total?.replicationLag == null ? "replicationSilence" : "replicationLag")}
        text={total && lagText(total)}
        note={total && lagNote(total)}
      />
    </>
  );
}
