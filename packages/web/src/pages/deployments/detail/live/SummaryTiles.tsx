import type { ReactNode } from "react";
import type {
  Database,
  Deployment,
  DeploymentListItem,
} from "@shardwatch/core/contract/deployment/deployment";
import { formatBytes } from "@shardwatch/core/kit/bytes";
import { day } from "@shardwatch/core/kit/time";
import { formatPercent } from "@shardwatch/core/kit/percent";
import { formatCount } from "../../../../lib/words/count.ts";
import { memoryOfDatabases } from "../../../../lib/words/database-memory.ts";
import { describeMemory } from "../../../../lib/words/memory.ts";
import { useOverTime } from "../../../../lib/time/ticker.ts";
import { Foreign } from "../../../../ui/text/Foreign.tsx";
import { Figure } from "../../../../ui/text/Figure.tsx";
import { MemoryBar } from "../../../../ui/memory/MemoryBar.tsx";
import { Skeleton } from "../../../../ui/state/Skeleton.tsx";
import { TimeAgo } from "../../../../ui/text/TimeAgo.tsx";
import { Unknown } from "../../../../ui/text/Unknown.tsx";
import { AsOf } from "../AsOf.tsx";
import type { OldValues } from "../old-values.ts";
import { typeLabel } from "../../list/types.ts";
import { describeSupport } from "../parts/support-text.ts";
import { describeLimit, type Totals, totalsOf } from "../totals.ts";
import { versionsInUse } from "../parts/versions-in-use.ts";

/** The frame of a row of tiles: a description list for screen readers. */
function Tiles({ children }: { children: ReactNode }) {
  return <dl className="panel grid grid-cols-2 overflow-hidden lg:grid-cols-4">{children}</dl>;
}

interface TileProps {
  label: string;
  note?: ReactNode;
  /** Given where the figure is old. It is greyed then. */
  old?: OldValues | undefined;
  children: ReactNode;
}

/** One figure with its name, and a second line with details. */
function Tile({ label, note, old, children }: TileProps) {
  return (
    <div className="-mt-px -ml-px grid min-h-22 content-start gap-0.5 border-t border-l border-line px-4 py-3">
      <dt className="text-sm text-muted">{label}</dt>
      <dd
        className={`figures min-w-0 text-xl font-semibold tracking-tight break-words max-md:text-lg ${old ? "text-muted" : ""}`}
      >
        {children}
      </dd>
      {(note || old) && (
        <dd className="figures text-sm text-muted">
          {note}
          {note && old && " "}
          {old && (
            <span className="inline-block">
              <AsOf old={old} />
            </span>
          )}
        </dd>
      )}
    </div>
  );
}

const unknown = <Unknown why="Unknown" />;
const pending = <Skeleton className="mt-1 h-5 w-20" />;

interface SummaryTilesProps {
  deployment: Pick<DeploymentListItem, "type" | "source" | "databaseCount" | "memoryUsed"> | undefined;
  /** All databases; undefined while only the list's data is known. */
  databases: readonly Database[] | undefined;
  /** Given where the figures are old. */
  old: OldValues | undefined;
  /** Shown where the memory is not known now. */
  lastMemory?: ReactNode;
  /** Whether it is one database, also before it is loaded. */
  isOne?: boolean;
}

/**
 * The deployment in four figures. "Active" shows the active databases, and the total when some are not. One
 * database has no figures worth counting: its version is shown, and where or since when it runs.
 */
export function SummaryTiles({ deployment, databases, old, lastMemory, isOne = false }: SummaryTilesProps) {
  const totals = databases && totalsOf(databases);
  const count = totals?.count ?? deployment?.databaseCount;
  return (
    <Tiles>
      <Tile label="Type">{deployment ? typeLabel(deployment.type) : pending}</Tile>
      {isOne || count === 1 ? (
        <OnlyDatabase deployment={deployment} database={databases?.[0]} old={old} />
      ) : (
        <>
          <Tile label="Databases">{count === undefined ? pending : formatCount(count)}</Tile>
          <Tile label="Active" old={old}>
            {totals ? <Active {...totals} /> : pending}
          </Tile>
        </>
      )}
      <Tile
        label="Memory used"
        note={databases?.length ? <LimitNote databases={databases} /> : undefined}
        old={old}
      >
        {deployment
          ? (deployment.memoryUsed === null && lastMemory) || (
              <Figure text={formatBytes(deployment.memoryUsed)} />
            )
          : pending}
        {databases && <Fullness databases={databases} lastKnown={old !== undefined} />}
      </Tile>
    </Tiles>
  );
}

const engines = { redis: "Redis", valkey: "Valkey" };

interface OnlyDatabaseProps extends Pick<SummaryTilesProps, "deployment"> {
  database: Database | undefined;
  old: OldValues | undefined;
}

function OnlyDatabase({ deployment, database, old }: OnlyDatabaseProps) {
  const { version, engine, region, startedAt, evictionPolicy } = database ?? {};
  return (
    <>
      <Tile
        label="Version"
        note={deployment && database && <EndingSupport {...deployment} database={database} />}
        old={version ? old : undefined}
      >
        {database ? (version ? `${engine ? `${engines[engine]} ` : ""}${version}` : unknown) : pending}
      </Tile>
      {region ? (
        <Tile label="Region">{region}</Tile>
      ) : startedAt ? (
        <Tile label="Started" old={old}>
          <TimeAgo date={startedAt} />
        </Tile>
      ) : (
        <Tile label="Eviction policy" old={evictionPolicy ? old : undefined}>
          {database ? (evictionPolicy ?? unknown) : pending}
        </Tile>
      )}
    </>
  );
}

/** When the support of the version ended, or ends soon. The section Version has the rest. */
function EndingSupport({
  type,
  source,
  database,
}: Pick<Deployment, "type" | "source"> & { database: Database }) {
  const today = useOverTime((now) => Math.floor(now / day));
  const [version] = versionsInUse({ type, source, databases: [database] }, today);
  if (version?.support === undefined || version.support === "supported") return null;
  const { text, tone } = describeSupport(version);
  return <span className={`block first-letter:uppercase ${tone}`}>{text}</span>;
}

/** The limit of all, and the fullest of several where it is in trouble: the sums hide it. */
function LimitNote({ databases }: { databases: readonly Database[] }) {
  const { fullest, fullestName, level } = memoryOfDatabases(databases);
  return (
    <>
      {describeLimit(totalsOf(databases))}
      {fullest !== undefined && fullestName !== undefined && level !== "ok" && (
        <>
          , <Foreign className="wrap-anywhere">{fullestName}</Foreign> at {formatPercent(fullest)}
        </>
      )}
    </>
  );
}

/** The bar of the sums, in the colour of the fullest database. */
function Fullness({ databases, lastKnown }: { databases: readonly Database[]; lastKnown: boolean }) {
  const memory = memoryOfDatabases(databases);
  const { percent, spoken } = describeMemory(memory);
  if (percent === undefined) return null;
  const { level, fullest, fullestName } = memory;
  return (
    <span className="mt-1.5 block max-w-60">
      <MemoryBar
        percent={percent}
        level={level}
        label={databases.length === 1 ? "Memory" : "Memory of all databases"}
        spoken={spoken}
        fullest={fullestName === undefined ? undefined : fullest}
        lastKnown={lastKnown}
      />
    </span>
  );
}

function Active({ active, count }: Totals) {
  return (
    <>
      {formatCount(active)}
      {active < count && <span className="text-base text-warn"> of {formatCount(count)}</span>}
    </>
  );
}
