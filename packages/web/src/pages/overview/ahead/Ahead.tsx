import { endText } from "@shardwatch/core/contract/outlook/license-words";
import { hour } from "@shardwatch/core/kit/time";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import { outlookQuery } from "../../../api/fleet/outlook.ts";
import { paths } from "../../../lib/address/paths.ts";
import { useLiveOptions } from "../../../lib/time/refresh-interval.ts";
import { shortTime } from "../../../lib/time/short-time.ts";
import { useOverTime } from "../../../lib/time/ticker.ts";
import { counted, formatCount } from "../../../lib/words/count.ts";
import { Button } from "../../../ui/form/Button.tsx";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { textLinkClass } from "../../../ui/text/TextLink.tsx";
import { memoryAhead, nearDays, nearQuestion } from "./memory-ahead.ts";
import { AheadLine, AheadSection, lineSkeleton } from "../Placeholders.tsx";
import type { NextEnd } from "./next-end.ts";
import { filterOf, listOf } from "../question.ts";
import type { Summary } from "../summary.ts";

const asked = filterOf(nearQuestion);

interface AheadProps {
  organization: string | undefined;
  /** Undefined while the sections wait for one another. */
  summary: Summary | undefined;
  /** Whether the sections are there. The outlook is not asked for before. */
  isIdle: boolean;
}

/** What the outlook says is next: the first databases that may be full, and the next end of a license. */
export default function Ahead({ organization, summary, isIdle }: AheadProps) {
  return (
    <AheadSection>
      <AheadLine label="Memory">
        <Memory organization={organization} isIdle={isIdle} />
      </AheadLine>
      {!summary ? (
        <AheadLine label="Licenses">{lineSkeleton}</AheadLine>
      ) : (
        summary.nextEnd && (
          <AheadLine label="Licenses">
            <License next={summary.nextEnd} organization={organization} />
          </AheadLine>
        )
      )}
    </AheadSection>
  );
}

function Memory({ organization, isIdle }: Omit<AheadProps, "summary">) {
  const { refetchInterval } = useLiveOptions();
  const { data, isLoadingError, isRefetchError, dataUpdatedAt, refetch } = useQuery({
    ...outlookQuery({ organizationId: organization, filter: asked }),
    enabled: isIdle,
    // Trends are of whole days, and each answer reads the whole fleet.
    refetchInterval: refetchInterval && hour,
    refetchOnWindowFocus: false,
  });
  // As on the page Outlook, so that it shows as many.
  const now = useOverTime((at) => Math.floor(at / hour) * hour);
  if (isLoadingError)
    return (
      <>
        <span>Unable to load the outlook</span>
        <Button emphasis="quiet" onClick={() => void refetch()}>
          Retry
        </Button>
      </>
    );
  if (!data) return lineSkeleton;
  const ahead = memoryAhead(data.items, now);
  return (
    <span className="figures">
      {ahead ? (
        <>
          <Link to={paths.outlook(organization, ahead.group)} className={textLinkClass}>
            {counted(ahead.databases, "database")}
          </Link>{" "}
          may be full {ahead.when}
          {ahead.lastKnown > 0 && ` (${formatCount(ahead.lastKnown)} last known)`}
        </>
      ) : data.asOf === null ? (
        "No trends yet"
      ) : (
        `None known to be full within ${nearDays} days`
      )}
      {isRefetchError && ` (as of ${shortTime(dataUpdatedAt)})`}
    </span>
  );
}

function License({ next, organization }: { next: NextEnd; organization: string | undefined }) {
  const { name, days, isStale } = next;
  const to = listOf(`license=0..${days}`, organization).replace(paths.deployments(), paths.outlookLicenses());
  return (
    <span className="figures flex min-w-0 flex-wrap items-center gap-x-1">
      Next end {endText(days)}:{" "}
      <Link to={to} title={name} className={`${textLinkClass} max-w-full`}>
        <span className="truncate">
          <Foreign>{name}</Foreign>
        </span>
      </Link>
      {isStale && <span>(last known)</span>}
    </span>
  );
}
