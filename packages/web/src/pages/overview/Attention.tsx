import type { TroubleOf } from "@shardwatch/core/contract/filter/facts";
import type { IncidentList } from "@shardwatch/core/contract/incident/incident";
import type { SourceState } from "@shardwatch/core/contract/source/state";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { organizationsQuery } from "../../api/people/organizations.ts";
import { AfterOutage } from "../../incidents/AfterOutage.tsx";
import { SeverityBadge } from "../../incidents/SeverityBadge.tsx";
import { bySeverity } from "../../incidents/states.ts";
import { useJoinedIncidents } from "../../incidents/use-joined-incidents.ts";
import { useOpenIncidents } from "../../incidents/use-open-incidents.ts";
import { paths } from "../../lib/address/paths.ts";
import { describeError } from "../../lib/errors.ts";
import { counted, formatCount } from "../../lib/words/count.ts";
import { Button } from "../../ui/form/Button.tsx";
import { Section } from "../../ui/section/Section.tsx";
import type { LoadState } from "../../ui/state/ErrorState.tsx";
import { Problem } from "../../ui/state/Problem.tsx";
import { StaleNotice } from "../../ui/state/StaleNotice.tsx";
import { textLinkClass } from "../../ui/text/TextLink.tsx";
import { TimeAgo } from "../../ui/text/TimeAgo.tsx";
import { attentionIn, type Words } from "./attention.ts";
import { IncidentRow, OrganizationRow } from "./AttentionRow.tsx";
import { attentionHeading, attentionRows, AttentionSkeleton } from "./Placeholders.tsx";
import type { Count } from "./collector.ts";
import { listOf } from "./question.ts";
import { ShowMore, useShown } from "./ShowMore.tsx";
import type { Summary } from "./summary.ts";

/** What the other sections need of the incidents. */
export interface JoinedIncidents {
  /** Whose they are. */
  scope: string | undefined;
  troubleOf: TroubleOf;
  /** Loads them again. */
  refetch: () => Promise<unknown>;
}

interface AttentionProps {
  organization: string | undefined;
  /** Whether the organization is one of several, or they are all shown. */
  choosesOrganization: boolean;
  /** Undefined while the sections wait for one another. */
  summary: Summary | undefined;
  sources: readonly SourceState[] | undefined;
  onIncidents: (joined: JoinedIncidents) => void;
}

/** How many rows each further click adds. */
const step = 100;

/**
 * What needs attention: the open incidents of warning and critical. Incidents are those of one organization, so of several
 * it shows where something is wrong. Its code loads after the page's.
 */
export default function Attention({ onIncidents, ...props }: AttentionProps) {
  const { organization, choosesOrganization, summary, sources = [] } = props;
  const open = useOpenIncidents(organization);
  const { refetch } = open;
  useJoinedIncidents(organization, (troubleOf) => onIncidents({ scope: organization, troubleOf, refetch }));
  if (choosesOrganization && organization === undefined) return <Organizations summary={summary} />;
  if (open.isLoadingError)
    return (
      <Section heading={attentionHeading}>
        <div className="grid justify-items-start gap-3 p-4">
          <Problem problem={describeError(open.error, "Unable to load incidents")} />
          <Button onClick={() => void refetch()}>Retry</Button>
        </div>
      </Section>
    );
  if (!open.data || !summary) return <AttentionSkeleton />;
  const { messages, figures } = summary;
  return (
    <OpenIncidents
      query={open}
      list={open.data}
      organization={organization}
      words={{ sources, messages }}
      waiting={figures.waiting}
    />
  );
}

interface OpenIncidentsProps {
  query: LoadState;
  list: IncidentList;
  organization: string | undefined;
  words: Words;
  /** The deployments that are in no incident and not well. */
  waiting: Count;
}

/** The open incidents of one organization. */
function OpenIncidents({ query, list, organization, words, waiting }: OpenIncidentsProps) {
  const { incidents, lookedAt, deafUntil } = list;
  const { shown, showMore, list: rows } = useShown<HTMLOListElement>(attentionRows);
  const { urgent, silenced } = attentionIn(incidents);
  const to = paths.incidents(organization);
  const withTerm = (term: string) => `${to}${to.includes("?") ? "&" : "?"}${term}`;
  return (
    <Section
      heading={attentionHeading}
      action={
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1">
          {bySeverity(urgent).map(([severity, count]) => (
            <Link
              key={severity}
              to={withTerm(`severity=${severity}`)}
              className={`${textLinkClass} font-medium`}
            >
              <span className="figures">{formatCount(count)}</span> <SeverityBadge severity={severity} />
            </Link>
          ))}
          {silenced.length > 0 && (
            <Link to={withTerm("state=silenced")} className={`${textLinkClass} figures text-sm`}>
              {formatCount(silenced.length)} silenced
            </Link>
          )}
        </p>
      }
    >
      <div className="px-4 pt-3 empty:hidden">
        <StaleNotice title="Unable to load incidents" query={query} />
      </div>
      <AfterOutage until={deafUntil} className="border-b border-line px-4 py-3" />
      {urgent.length > 0 ? (
        <ol ref={rows}>
          {urgent.slice(0, shown).map((incident) => (
            <IncidentRow key={incident.id} {...{ incident, organization, words }} />
          ))}
        </ol>
      ) : (
        <Line>
          {lookedAt === undefined ? (
            "No incidents yet. The first check comes within five minutes."
          ) : (
            <>
              {deafUntil === undefined ? "Nothing needs attention." : "Nothing else needs attention."} Last
              check <TimeAgo date={lookedAt} />.
            </>
          )}
        </Line>
      )}
      <ShowMore hidden={urgent.length - shown} step={step} onMore={showMore} />
      {waiting.deployments > 0 && <Waiting count={waiting} organization={organization} />}
    </Section>
  );
}

const Line = ({ children }: { children: ReactNode }) => <p className="px-4 py-6 text-muted">{children}</p>;

/** A status that is not well has no incident before it lasts, and none where it is the usual one. */
function Waiting({ count, organization }: { count: Count; organization: string | undefined }) {
  const { question, deployments } = count;
  return (
    <p className="border-t border-line px-4 py-2 text-sm text-muted">
      <Link to={listOf(question, organization)} className={`${textLinkClass} figures`}>
        {counted(deployments, "deployment")}
      </Link>{" "}
      {deployments === 1
        ? "isn't active and has no incident: it is still being checked, or usually like that."
        : "aren't active and have no incident: they are still being checked, or usually like that."}
    </p>
  );
}

/** The organizations in which something is wrong. */
function Organizations({ summary }: { summary: Summary | undefined }) {
  const { shown, showMore, list } = useShown<HTMLOListElement>(attentionRows);
  const { data, isPending } = useQuery(organizationsQuery);
  if (!summary || isPending) return <AttentionSkeleton />;
  const { organizations } = summary;
  const nameOf = (id: string) => data?.find((each) => each.id === id)?.name ?? id;
  return (
    <Section heading={attentionHeading}>
      <ol ref={list}>
        {organizations.slice(0, shown).map((each) => (
          <OrganizationRow key={each.id} organization={each} name={nameOf(each.id)} />
        ))}
      </ol>
      <ShowMore hidden={organizations.length - shown} step={step} onMore={showMore} />
      <p className="border-t border-line px-4 py-2 text-sm text-muted first:border-t-0">
        {organizations.length > 0
          ? "Counted are deployments. Select an organization to see its incidents."
          : "All deployments report that they are well. Select an organization to see its incidents."}
      </p>
    </Section>
  );
}
