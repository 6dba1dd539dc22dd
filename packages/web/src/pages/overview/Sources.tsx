import type { SourceState } from "@shardwatch/core/contract/source/state";
import { Link } from "react-router-dom";
import { counted } from "../../lib/words/count.ts";
import { describeError } from "../../lib/errors.ts";
import { paths } from "../../lib/address/paths.ts";
import { SourceBadge } from "../../sources/SourceBadge.tsx";
import { SourceStateBadge, troubledFirst } from "../../sources/SourceStateBadge.tsx";
import { Button } from "../../ui/form/Button.tsx";
import { Foreign } from "../../ui/text/Foreign.tsx";
import { Problem } from "../../ui/state/Problem.tsx";
import { Section } from "../../ui/section/Section.tsx";
import { textLinkClass } from "../../ui/text/TextLink.tsx";
import { TimeAgo } from "../../ui/text/TimeAgo.tsx";
import { SectionSkeleton } from "./SectionSkeleton.tsx";
import { ShowMore, useShown } from "./ShowMore.tsx";
import type { SourcesResult } from "./use-overview.ts";

function Source({ source, isOwn }: { source: SourceState; isOwn: boolean }) {
  const { kind, name, status, agents, lastReadAt, lastDataAt, nextReadAt, lastError } = source;
  return (
    <li className="grid gap-1 border-t border-line px-4 py-2 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <SourceBadge source={kind} />
        {isOwn ? (
          <Link to={paths.sourceTab(kind)} className={`${textLinkClass} min-w-0 font-medium`}>
            <Foreign className="wrap-anywhere">{name}</Foreign>
          </Link>
        ) : (
          <Foreign className="min-w-0 font-medium wrap-anywhere">{name}</Foreign>
        )}
        <SourceStateBadge status={status} />
      </div>
      <p className="figures text-sm text-muted first-letter:uppercase">
        {agents && agents.total > 0 && `${agents.reporting} of ${counted(agents.total, "agent")} reporting, `}
        {lastReadAt === null ? (
          agents ? (
            "no report yet"
          ) : (
            "not synced yet"
          )
        ) : lastDataAt === null ? (
          "couldn't sync"
        ) : (
          <>
            {agents ? "last report" : "last synced"} <TimeAgo date={lastDataAt} />
          </>
        )}
        {nextReadAt !== null && (
          <>
            , next sync <TimeAgo date={nextReadAt} />
          </>
        )}
      </p>
      {lastError !== null && <p className="text-sm break-words first-letter:uppercase">{lastError}</p>}
    </li>
  );
}

interface SourcesProps {
  sources: SourcesResult;
  /** Whether one organization is chosen whose sources can be shown. */
  isChosen: boolean;
  /** Whether they are of the person's own organization, whose pages show them. */
  areOwn: boolean;
}

const fewest = 8;

function Content({ sources: { data, error, isLoadingError, refetch }, isChosen, areOwn }: SourcesProps) {
  const { shown, showMore, list } = useShown<HTMLUListElement>(fewest);
  if (!isChosen) return <p className="px-4 py-6 text-muted">Select an organization to see its sources.</p>;
  if (isLoadingError)
    return (
      <div className="grid justify-items-start gap-3 p-4">
        <Problem problem={describeError(error, "Unable to load sources")} />
        <Button onClick={() => void refetch()}>Retry</Button>
      </div>
    );
  if (!data) return <SectionSkeleton rows={4} />;
  if (data.length === 0)
    return (
      <p className="px-4 py-6 text-muted">
        No agent keys or accounts connected yet.{" "}
        {areOwn && (
          <Link to={paths.addSource()} className={textLinkClass}>
            Add a source
          </Link>
        )}
      </p>
    );
  return (
    <>
      <ul ref={list}>
        {troubledFirst(data)
          .slice(0, shown)
          .map((source) => (
            <Source key={source.id} source={source} isOwn={areOwn} />
          ))}
      </ul>
      <ShowMore hidden={data.length - shown} onMore={showMore} />
    </>
  );
}

/** The agent keys and accounts, and whether they report. */
export function Sources(props: SourcesProps) {
  const agents = (props.isChosen && props.sources.data?.flatMap(({ agents: each }) => each ?? [])) || [];
  const sum = (field: "total" | "reporting") => agents.reduce((count, each) => count + each[field], 0);
  const reporting = `${sum("reporting")} of ${counted(sum("total"), "agent")} reporting`;
  return (
    <Section
      heading="Sources"
      action={
        sum("total") > 0 &&
        (props.areOwn ? (
          <Link to={paths.sources()} className={`${textLinkClass} figures text-sm`}>
            {reporting}
          </Link>
        ) : (
          <span className="figures text-sm text-muted">{reporting}</span>
        ))
      }
    >
      <Content {...props} />
    </Section>
  );
}
