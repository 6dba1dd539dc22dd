import type { Database, Deployment } from "@shardwatch/core/contract/deployment/deployment";
import type { Level } from "@shardwatch/core/contract/filter/severity";
import type { MemoryOutlook } from "@shardwatch/core/contract/outlook/outlook";
import { rangeText, sentencesOf } from "@shardwatch/core/contract/outlook/sentences";
import { day } from "@shardwatch/core/kit/time";
import { useQuery } from "@tanstack/react-query";
import { CircleAlert, TriangleAlert } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { Link, useLocation } from "react-router-dom";
import { deploymentOutlookQuery, type WholeOutlook } from "../../../../api/fleet/outlook.ts";
import { outlookAnchor } from "../../../../lib/address/outlook-anchor.ts";
import { paths } from "../../../../lib/address/paths.ts";
import { useNear } from "../../../../lib/browser/use-near.ts";
import { faultOf } from "../../../../lib/fault-of.ts";
import { useOverTime } from "../../../../lib/time/ticker.ts";
import { useLiveOptions } from "../../../../lib/time/refresh-interval.ts";
import { databaseName } from "../../../../lib/words/database-name.ts";
import { counted } from "../../../../lib/words/count.ts";
import { useMay } from "../../../../session/session.ts";
import { Fold } from "../../../../ui/section/Fold.tsx";
import { LoadFailure } from "../../../../ui/state/ErrorState.tsx";
import { Skeleton } from "../../../../ui/state/Skeleton.tsx";
import { Foreign } from "../../../../ui/text/Foreign.tsx";
import { textLinkClass } from "../../../../ui/text/TextLink.tsx";
import { PendingPlot, PlotOfDatabase } from "./PlotOfDatabase.tsx";
import { soonestFirst } from "./rank.ts";

interface OutlookSectionProps {
  deployment: Deployment;
  /** The only database that is shown; without it the soonest. */
  database?: Database;
}

/** When the memory of a database is full, in sentences and as a chart. It loads when the section comes near. */
export function OutlookSection({ deployment, database: only }: OutlookSectionProps) {
  const section = useRef<HTMLElement>(null);
  const headingId = useId();
  const isNear = useNear(section);
  const { id, organizationId } = deployment;
  const owner = useMay("seeEveryOrganization") ? organizationId : undefined;
  const query = useQuery({
    ...deploymentOutlookQuery(id, owner),
    ...useLiveOptions(),
    enabled: isNear,
  });
  const isOne = only !== undefined;
  useEffect(() => {
    // The page of a deployment goes to all its parts.
    if (isOne && location.hash === `#${outlookAnchor}`) section.current?.scrollIntoView();
  }, [isOne]);
  return (
    <section
      ref={section}
      id={outlookAnchor}
      tabIndex={-1}
      aria-labelledby={headingId}
      className="panel min-w-0 overflow-hidden outline-none"
    >
      <div className="flex min-h-12 flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-2">
        <h2 id={headingId} className="font-semibold">
          Outlook
        </h2>
        <Link to={paths.outlook(owner)} className={textLinkClass}>
          All databases
        </Link>
      </div>
      {query.isLoadingError ? (
        <LoadFailure query={query} title="Unable to Load the Outlook" text={faultOf(query.error)} />
      ) : query.data ? (
        <Content deployment={deployment} only={only} outlook={query.data} />
      ) : (
        <Pending isLoading={isNear} />
      )}
    </section>
  );
}

/** As high as two sentences, their date and a chart. Far from the window nothing loads yet. */
function Pending({ isLoading }: { isLoading: boolean }) {
  return (
    <div aria-busy={isLoading}>
      <div className="grid min-h-20 content-start gap-2 px-4 py-3">
        <div className="max-w-prose">
          <Skeleton className="h-4 w-full" />
        </div>
        <Skeleton className="h-4 w-40" />
      </div>
      <PendingPlot isLoading={isLoading} />
    </div>
  );
}

const icons: Partial<Record<Level, typeof CircleAlert>> = { critical: CircleAlert, warning: TriangleAlert };
const tones: Record<Level, string> = { critical: "text-bad", warning: "text-warn", ok: "" };

/** Before a date nothing is wrong yet. The level is that of being full. */
const levelOf = (item: MemoryOutlook | undefined): Level => (item?.say === "full" ? item.level : "ok");

/** Leads to the outlook of a database. The list of databases has a link with its name alone. */
function DatabaseLink({ item: { deploymentId, database } }: { item: MemoryOutlook }) {
  const { search } = useLocation();
  const name = databaseName(database);
  return (
    <Link
      to={`${paths.database(deploymentId, database.id, search)}#${outlookAnchor}`}
      aria-label={`Outlook of ${name}`}
      className={textLinkClass}
    >
      <Foreign>{name}</Foreign>
    </Link>
  );
}

interface ContentProps {
  deployment: Deployment;
  only: Database | undefined;
  outlook: WholeOutlook;
}

function Content({ deployment, only, outlook: { asOf, items } }: ContentProps) {
  const ranked = soonestFirst(items.filter(({ deploymentId }) => deploymentId === deployment.id));
  const lead = only ? ranked.find(({ database }) => database.id === only.id) : ranked[0];
  const database =
    only ?? deployment.databases.find(({ id }) => id === lead?.database.id) ?? deployment.databases[0];
  const others = only ? [] : ranked.filter((item) => item !== lead);
  const today = useOverTime((now) => Math.floor(now / day) * day);
  const end = asOf ?? new Date(today).toISOString();
  const said = lead
    ? sentencesOf(lead, end)
    : ["No trends yet: they are found once a day, some hours after midnight UTC."];
  const level = levelOf(lead);
  const Icon = icons[level];
  return (
    <>
      <div className="grid min-h-20 content-start gap-1 px-4 py-3">
        <p className={`flex max-w-prose items-start gap-2 ${tones[level]}`}>
          {Icon && <Icon aria-hidden className="mt-1 size-4 shrink-0" />}
          <span className="min-w-0">
            {lead && others.length > 0 && (
              <>
                <DatabaseLink item={lead} />
                {": "}
              </>
            )}
            {said.join(" ")}
          </span>
        </p>
        {asOf !== null && (
          <p className="text-sm text-muted">
            Trends end at midnight UTC of {rangeText(asOf, asOf, asOf)}; the limit is of now.
          </p>
        )}
      </div>
      {database && (
        <PlotOfDatabase
          key={database.id}
          deployment={deployment}
          database={database}
          item={lead}
          asOf={asOf}
          sentences={said.join(" ")}
        />
      )}
      {others.length > 0 && (
        <div className="border-t border-line px-4 py-3">
          <Fold title={counted(others.length, "other database")}>
            <ul className="grid gap-2 text-sm">
              {others.map((item) => (
                <li key={item.database.id} className="max-w-prose">
                  <DatabaseLink item={item} />
                  {": "}
                  <span className="text-muted">{sentencesOf(item, end).join(" ")}</span>
                </li>
              ))}
            </ul>
          </Fold>
        </div>
      )}
    </>
  );
}
