import { ruleIds } from "@shardwatch/core/contract/incident/rules";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CircleCheck, SearchX } from "lucide-react";
import { Link } from "react-router-dom";
import { rulesQuery } from "../../api/incidents/rules.ts";
import { deploymentsQuery } from "../../api/fleet/deployments.ts";
import { counted } from "../../lib/words/count.ts";
import { useScopeName } from "../../filter/ScopeName.tsx";
import { paths } from "../../lib/address/paths.ts";
import { useShowsOwn } from "../../session/shows-own.ts";
import { Button, buttonClass } from "../../ui/form/Button.tsx";
import { EmptyState } from "../../ui/state/EmptyState.tsx";
import { TimeAgo } from "../../ui/text/TimeAgo.tsx";
import type { IncidentsView } from "./incidents-view.ts";

interface NoIncidentsProps {
  view: IncidentsView;
  /** The one that is looked at; undefined for the only one of the person. */
  organization: string | undefined;
  /** When organizations were last looked at. */
  lookedAt: string | undefined;
  /** Called to see the incidents of every severity. */
  onClear: () => void;
}

/** Shown instead of rows: why there are none. */
export function NoIncidents({ view: { tab, severity }, organization, lookedAt, onClear }: NoIncidentsProps) {
  const scope = useScopeName();
  if (tab === "past")
    return (
      <EmptyState icon={CircleCheck} title="No past incidents" scope={scope}>
        Incidents that are over are kept for 400 days.
      </EmptyState>
    );
  if (severity !== undefined)
    return (
      <EmptyState
        icon={SearchX}
        title={`No incidents of severity ${severity}`}
        scope={scope}
        action={<Button onClick={onClear}>Show all severities</Button>}
      />
    );
  if (tab === "info")
    return (
      <EmptyState icon={CircleCheck} title="No information" scope={scope}>
        Good to know, and nobody needs to act. It isn't counted among open incidents.
      </EmptyState>
    );
  if (tab === "silenced")
    return (
      <EmptyState icon={CircleCheck} title="No silenced incidents" scope={scope}>
        Nobody is notified about a silenced incident.
      </EmptyState>
    );
  return <NoOpenIncidents organization={organization} lookedAt={lookedAt} />;
}

/** Nothing is wrong. It says that somebody is looking, and at how much. */
function NoOpenIncidents({
  organization,
  lookedAt,
}: {
  organization: string | undefined;
  lookedAt: string | undefined;
}) {
  const scope = useScopeName();
  const mayAdd = useShowsOwn();
  const { data: watching } = useQuery(rulesQuery(organization));
  const rules = watching?.rules.length ?? ruleIds.length;
  // The first page is enough for a sentence. Who comes from the list has all of it.
  const { data, hasNextPage } = useInfiniteQuery({ ...deploymentsQuery(organization), staleTime: Infinity });
  if (data?.length === 0)
    return (
      <EmptyState
        icon={CircleCheck}
        title="No open incidents"
        scope={scope}
        action={
          mayAdd && (
            <Link to={paths.addSource()} className={buttonClass()}>
              Add a source
            </Link>
          )
        }
      >
        {rules} rules start watching as soon as you add a source.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={CircleCheck}
      title={`No open incidents${lookedAt === undefined ? " yet" : ""}`}
      scope={scope}
    >
      {rules} rules watch{" "}
      {data ? `${hasNextPage ? "more than " : ""}${counted(data.length, "deployment")}` : "your deployments"}.
      {lookedAt === undefined ? (
        " The first look comes within five minutes."
      ) : (
        <>
          {" "}
          Last look <TimeAgo date={lookedAt} />.
        </>
      )}
    </EmptyState>
  );
}
