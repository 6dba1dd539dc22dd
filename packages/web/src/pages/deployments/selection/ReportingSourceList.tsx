import { Link } from "react-router-dom";
import type { ReportingSource } from "@shardwatch/core/contract/deployment/deployment";
import { minute } from "@shardwatch/core/kit/time";
import { paths } from "../../../lib/address/paths.ts";
import { useOverTime } from "../../../lib/time/ticker.ts";
import { shownAs } from "../../../sources/index.ts";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { textLinkClass } from "../../../ui/text/TextLink.tsx";
import { TimeAgo } from "../../../ui/text/TimeAgo.tsx";

const step = 5 * minute;

/** The sources that report a deployment, and when each was last used. */
export function ReportingSourceList({
  sources,
  linked = false,
}: {
  sources: readonly ReportingSource[];
  /** Whether the names link to the person's own keys and integrations. */
  linked?: boolean;
}) {
  return (
    <ul className="divide-y divide-line rounded-md border border-line bg-sunken">
      {sources.map(({ kind, id, name, lastUsed, failure }) => (
        <li key={id} className="flex flex-wrap items-baseline gap-x-3 px-3 py-2">
          {linked ? (
            <Link to={paths.sourceTab(kind)} className={`${textLinkClass} min-w-0 font-medium break-words`}>
              <Foreign>{name}</Foreign>
            </Link>
          ) : (
            <Foreign className="min-w-0 font-medium break-words">{name}</Foreign>
          )}
          <span className="text-sm text-muted">{shownAs(kind).label}</span>
          <span className="ml-auto text-sm text-muted">
            <LastUse date={lastUsed} />
          </span>
          {failure && <FailureText failure={failure} />}
        </li>
      ))}
    </ul>
  );
}

function FailureText({ failure: { reason, since } }: { failure: NonNullable<ReportingSource["failure"]> }) {
  return (
    <span className="w-full text-sm break-words text-warn">
      {since !== null && (
        <>
          No data since <TimeAgo date={since} />.
        </>
      )}
      <span className="block first-letter:uppercase">{reason}</span>
    </span>
  );
}

/**
 * The API rounds the last use to steps of five minutes, while agents report every minute. So a shorter time
 * is unknown.
 */
function LastUse({ date }: { date: string }) {
  const recent = useOverTime((now) => now - Date.parse(date) < step);
  if (recent) return "last used less than 5 minutes ago";
  return (
    <>
      last used <TimeAgo date={date} />
    </>
  );
}
