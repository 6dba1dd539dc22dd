import type { Level } from "@shardwatch/core/contract/filter/severity";
import type { MemoryOutlook } from "@shardwatch/core/contract/outlook/outlook";
import { aboutText, rangeText } from "@shardwatch/core/contract/outlook/sentences";
import { formatBytes } from "@shardwatch/core/kit/bytes";
import { CircleAlert, TriangleAlert } from "lucide-react";
import { Link } from "react-router-dom";
import { memoryOfDatabase } from "../../../lib/words/database-memory.ts";
import { databaseName } from "../../../lib/words/database-name.ts";
import { counted } from "../../../lib/words/count.ts";
import { MemoryCell } from "../../../ui/memory/MemoryCell.tsx";
import type { ColumnSpec } from "../../../ui/table/columns.ts";
import { rowLink } from "../../../ui/table/rows.ts";
import { Figure } from "../../../ui/text/Figure.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { Unknown } from "../../../ui/text/Unknown.tsx";
import { urgencyOf } from "./levels.ts";

/** The data that the cells need from the page. */
export interface RowContext {
  /** The page of the database. */
  addressOf: (row: MemoryOutlook) => string;
  /** The midnight at which the trends end. */
  asOf: string;
  /** Unix epoch in milliseconds. */
  now: number;
}

type Spec = ColumnSpec<MemoryOutlook, RowContext>;

const tones: Record<Level, string> = { critical: "text-bad", warning: "text-warn", ok: "" };

/** An icon beside what is urgent, so that the colour is not alone. */
function LevelIcon({ level }: { level: Level }) {
  if (level === "ok") return null;
  const Icon = level === "critical" ? CircleAlert : TriangleAlert;
  return <Icon aria-hidden className={`size-3.5 shrink-0 ${tones[level]}`} />;
}

const paces = { steady: "steady", faster: "faster lately", slower: "slower lately" };

const database: Spec = {
  id: "database",
  header: "Database",
  rem: [10, 14, 17],
  cell: (row, { addressOf }) => (
    <span className="grid min-w-0">
      <Link
        to={addressOf(row)}
        title={databaseName(row.database)}
        {...rowLink}
        className="min-w-0 rounded-sm font-medium hover:text-accent hover:underline max-md:break-words md:truncate"
      >
        <Foreign>{databaseName(row.database)}</Foreign>
      </Link>{" "}
      {/* Text: a second link below the first would be too near for a finger. */}
      <span className="truncate text-xs font-normal text-muted" title={row.deploymentName}>
        <Foreign>{row.deploymentName}</Foreign>
      </span>
      {row.isStale && (
        <span
          className="text-xs font-normal text-warn"
          title="Its source is silent, or can't read it. Its memory may be full sooner."
        >
          {" "}
          Last known
        </span>
      )}
    </span>
  ),
};

const memory: Spec = {
  id: "memory",
  header: "Used of limit",
  card: "line",
  rem: [13.25, 13.25, 15],
  cell: (row) => {
    const { database: named, used, limit, policy, say, level } = row;
    const shown = memoryOfDatabase({
      memoryUsed: used,
      memoryLimit: limit,
      evictionPolicy: policy,
    });
    return (
      <MemoryCell
        // At the limit, the answer knows more than the policy alone: how many keys can be evicted.
        memory={say === "full" ? { ...shown, level } : shown}
        label={`Memory of ${databaseName(named)}`}
      />
    );
  },
};

const date: Spec = {
  id: "date",
  header: "Reaches limit",
  card: "corner",
  rem: [8.5, 9, 10],
  cell: (row, { asOf, now }) => {
    const { earliest, latest, likely } = row;
    if (earliest === null || latest === null || likely === null)
      return <span className="text-muted">Not clear yet</span>;
    const level = urgencyOf(row, now);
    return (
      <span className="grid whitespace-nowrap max-md:text-right">
        <span className={`figures flex items-center gap-1.5 font-medium max-md:justify-end ${tones[level]}`}>
          <LevelIcon level={level} />
          {rangeText(earliest, latest, asOf)}
        </span>{" "}
        <span className="figures text-xs font-normal text-muted">{aboutText(likely, now)}</span>
      </span>
    );
  },
};

const growth: Spec = {
  id: "growth",
  header: "Growth a day",
  align: "end",
  rem: 7,
  cell: ({ perDay }) =>
    perDay === null ? <Unknown why="Not known" /> : <Figure text={formatBytes(perDay)} />,
};

const evidence: Spec = {
  id: "evidence",
  header: "Growing for",
  rem: [7, 7, 8],
  cell: ({ days, trend }) =>
    days === null ? (
      <Unknown why="Not known" />
    ) : (
      <span className="figures grid whitespace-nowrap max-md:block">
        {counted(days, "day")}
        <span className="text-muted md:text-xs">
          <span className="md:sr-only">,</span> {paces[trend ?? "steady"]}
        </span>
      </span>
    ),
};

/** Three lines of text at most in a table. The title has all of it. */
function Words({ text, level }: { text: string; level: Level }) {
  return (
    <span className="flex items-center gap-1.5 md:py-1.5" title={text}>
      <LevelIcon level={level} />
      <span className={`inline-block first-letter:uppercase md:line-clamp-3 ${tones[level]}`}>{text}</span>
    </span>
  );
}

const whenFull: Spec = {
  id: "whenFull",
  header: "What happens then",
  card: "line",
  rem: [10, 19, 22],
  cell: (row) => <Words text={row.whenFull} level="ok" />,
};

const policy: Spec = {
  id: "policy",
  header: "Eviction policy",
  card: "plain",
  rem: [9, 14, 15],
  cell: (row) =>
    row.policy === null ? (
      <Unknown why="The source reports no eviction policy." />
    ) : (
      <Foreign>{row.policy}</Foreign>
    ),
};

const happens: Spec = {
  id: "happens",
  header: "What happens now",
  card: "line",
  rem: [18.5, 28, 32],
  cell: (row) => <Words text={row.whenFull} level={row.level} />,
};

/** The columns of a group. Their widths are the same in all groups, so that tables below one another are in line. */
export const columnsOfGroup = (isFull: boolean): readonly Spec[] =>
  isFull ? [database, memory, happens, policy] : [database, memory, date, whenFull, growth, evidence];
