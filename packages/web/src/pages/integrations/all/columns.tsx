import type { SourceState } from "@shardwatch/core/contract/source/state";
import { Link } from "react-router-dom";
import { sourcesQuery } from "../../../api/sources/sources.ts";
import { paths } from "../../../lib/address/paths.ts";
import { counted } from "../../../lib/words/count.ts";
import { useSourceRights } from "../../../session/source-rights.ts";
import { sourceDetails } from "../../../sources/details.ts";
import { SourceBadge } from "../../../sources/SourceBadge.tsx";
import { SourceStateBadge } from "../../../sources/SourceStateBadge.tsx";
import type { Column } from "../../../ui/table/rows.ts";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { ManagedBadge } from "../../../ui/text/ManagedBadge.tsx";
import { textLinkClass } from "../../../ui/text/TextLink.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";
import { Unknown } from "../../../ui/text/Unknown.tsx";
import { TestButton } from "../TestButton.tsx";

/** What a source found or reports: most important first. None before its first reading or report. */
export function foundWords({ agents, found }: Pick<SourceState, "agents" | "found">): string[] {
  if (agents)
    return agents.total === 0
      ? []
      : [
          counted(agents.deployments, "deployment"),
          `${agents.reporting} of ${counted(agents.total, "agent")} reporting`,
        ];
  if (!found) return [];
  const databases = counted(found.databases, "database");
  return found.subscriptions === null
    ? [databases]
    : [databases, `in ${counted(found.subscriptions, "subscription")}`];
}

function Found({ source }: { source: SourceState }) {
  const [first, second] = foundWords(source);
  if (first === undefined) return <Unknown why="Nothing yet" />;
  return (
    <span className="figures grid min-w-0 justify-items-end py-1 md:justify-items-start">
      {first}
      {second && <span className="text-sm text-muted">{second}</span>}
    </span>
  );
}

function Last({ lastDataAt, lastReadAt, agents }: SourceState) {
  if (lastDataAt !== null) return <TimeAgo inRow date={lastDataAt} />;
  return (
    <Unknown why={agents ? "No report yet" : lastReadAt === null ? "Not synced yet" : "Couldn't sync"} />
  );
}

function Next({ nextReadAt, agents }: SourceState) {
  if (agents) return <span className="text-muted">Reports on its own</span>;
  return nextReadAt === null ? "now" : <TimeAgo inRow date={nextReadAt} />;
}

/** Reads an account again. Agents report on their own, so nothing asks them. */
function Test({ source }: { source: SourceState }) {
  const { read } = useSourceRights();
  const { test } = sourceDetails[source.kind];
  if (!test) return null;
  return (
    <TestButton
      name={source.name}
      lastSyncAt={source.lastReadAt}
      whyNot={read(source)}
      onTest={() => test(source.id)}
      list={sourcesQuery()}
    />
  );
}

const state: readonly Column<SourceState>[] = [
  {
    id: "health",
    header: "Health",
    rem: 12,
    cell: (source) => (
      <span className="grid min-w-0 justify-items-end gap-1 py-1 md:justify-items-start">
        <SourceStateBadge {...source} />
        {source.lastError !== null && (
          <span className="inline-block text-sm break-words text-muted first-letter:uppercase">
            {source.lastError}
          </span>
        )}
      </span>
    ),
  },
  {
    id: "found",
    header: "Found",
    rem: 12,
    cell: (source) => <Found source={source} />,
  },
  { id: "last", header: "Last data", rem: 8, cell: (source) => <Last {...source} /> },
  { id: "next", header: "Next", rem: 9, cell: (source) => <Next {...source} /> },
];

/**
 * The columns of the table of all sources.
 * @param isOwn whether they are of the person's own organization, which alone manages them
 */
export const sourceColumns = (isOwn: boolean): Column<SourceState>[] => [
  {
    id: "name",
    header: "Source",
    rem: 13,
    cell: ({ kind, name, managedBy }) => (
      <span className="grid min-w-0 justify-items-start py-1">
        {isOwn ? (
          <Link to={paths.sourceTab(kind)} className={`${textLinkClass} max-w-full font-medium`}>
            <Foreign className="wrap-anywhere">{name}</Foreign>
          </Link>
        ) : (
          <Foreign className="font-medium wrap-anywhere">{name}</Foreign>
        )}
        <SourceBadge source={kind} />
        {managedBy && <ManagedBadge />}
      </span>
    ),
  },
  ...state,
  ...(isOwn
    ? [
        {
          id: "test",
          header: "Actions",
          align: "end",
          actions: true,
          rem: 7,
          cell: (source: SourceState) => <Test source={source} />,
        } as const,
      ]
    : []),
];
