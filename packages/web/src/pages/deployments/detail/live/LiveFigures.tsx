import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Deployment, DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { isLastKnown } from "@shardwatch/core/contract/filter/severity";
import type { Live, LiveFigureName } from "@shardwatch/core/contract/deployment/live";
import { traitsOf } from "@shardwatch/core/contract/source/source";
import { liveQuery } from "../../../../api/fleet/live.ts";
import { formatCount, counted } from "../../../../lib/words/count.ts";
import { useLiveOptions } from "../../../../lib/time/refresh-interval.ts";
import { useOverTime } from "../../../../lib/time/ticker.ts";
import { Section } from "../../../../ui/section/Section.tsx";
import { Skeleton } from "../../../../ui/state/Skeleton.tsx";
import { TimeAgo } from "../../../../ui/text/TimeAgo.tsx";
import { areNew, fragmentationNote, lagNote, lagText } from "./live-text.ts";
import { formatShort } from "../../../../lib/words/short-number.ts";
import { Figure } from "../../../../ui/text/Figure.tsx";
import { Unknown } from "../../../../ui/text/Unknown.tsx";

/** The live figures of a deployment. The total is undefined when they could not be loaded. */
type LiveTotal = Pick<Live, "to" | "unknown" | "partial" | "databases"> & {
  total: Live["total"] | undefined;
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

/** One figure with its name. An unknown one says why. */
function LiveTile({ label, live, name, unit, text, note, none }: LiveTileProps) {
  const value = live && knownTotal(live)?.[name];
  const shown = text ?? (typeof value === "number" ? `${formatShort(value)}${unit}` : undefined);
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
  const limits = deployment.databases.map(({ maxClients }) => maxClients ?? null);
  const note = isLoadingError
    ? "Live figures could not be loaded"
    : data && <Age live={data} deployment={deployment} />;
  return (
    <Frame
      live={isLoadingError ? unloaded : data}
      note={note}
      clientLimit={sumOf(limits)}
      isHourly={deployment.detailedHistory}
    />
  );
}

const unloaded = { to: null, total: undefined, unknown: [], databases: [] };

function sumOf(values: readonly (number | null)[]): number | undefined {
  let total = 0;
  for (const value of values) {
    if (value === null) return undefined;
    total += value;
  }
  return values.length > 0 ? total : undefined;
}

/** How old the values are, or why there are none. */
function Age({ live, deployment }: { live: Live; deployment: Deployment }) {
  const { status, detailedHistory } = deployment;
  const isNew = useOverTime((now) => areNew(live, now));
  const until = detailedHistory ? live.hourly?.to : live.to;
  if (until == null) return live.unknown.find(({ figure }) => figure === "clients")?.reason;
  const isOld = !isNew || isLastKnown(status);
  const age = detailedHistory ? "Up to an hour old" : "At most five minutes old";
  return (
    <span className={isOld ? "text-warn" : ""}>
      {isOld ? "Last known values: until " : `${age}: values until `}
      <TimeAgo date={until} />
    </span>
  );
}

interface FrameProps {
  /** Undefined while they load. */
  live: LiveTotal | undefined;
  note: ReactNode;
  clientLimit?: number | undefined;
  /** Whether the figures are those of CloudWatch, which has fewer of them. */
  isHourly?: boolean | undefined;
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
