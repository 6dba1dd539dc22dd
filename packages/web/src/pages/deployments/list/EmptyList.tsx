import type { Filter } from "@shardwatch/core/contract/filter/filter";
import { Building2, Inbox } from "lucide-react";
import { organizationOf } from "../../../filter/address.ts";
import { NothingMatches } from "../../../filter/NothingMatches.tsx";
import { useScopeName } from "../../../filter/ScopeName.tsx";
import { useActiveFilters } from "../../../filter/use-active-filters.ts";
import { useUser } from "../../../session/session.ts";
import { Button } from "../../../ui/form/Button.tsx";
import { EmptyState } from "../../../ui/state/EmptyState.tsx";
import { DemoDataOffer } from "../../../layout/DemoDataOffer.tsx";
import { FirstSteps, HowToJoin } from "../../../layout/NoOrganization.tsx";
import { emptyReason } from "./empty-reason.ts";
import { SetupCards } from "../../../sources/setup/SetupCards.tsx";
import { useOpenIncidents } from "../../../incidents/use-open-incidents.ts";
import { faultOf } from "../../../lib/fault-of.ts";
import { Foreign } from "../../../ui/text/Foreign.tsx";
import { ErrorState } from "../../../ui/state/ErrorState.tsx";

interface NoneInIncidentsProps {
  /** The one in the filter; undefined for all that the person may see. */
  organization: string | undefined;
  choosesOrganization: boolean;
  filter: Filter;
  onClear: () => void;
}

/** Why no row matches a filter that asks about incidents: they may not be known. */
function NoneInIncidents({ organization, choosesOrganization, filter, onClear }: NoneInIncidentsProps) {
  const { error, isLoadingError, refetch } = useOpenIncidents(organization);
  if (isLoadingError)
    return (
      <ErrorState
        title="Unable to Load Incidents"
        text={`The filter asks about them. ${faultOf(error)}`}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  const clear = <Button onClick={onClear}>Clear filters</Button>;
  if (choosesOrganization && organization === undefined)
    return (
      <EmptyState icon={Building2} title="Choose an organization" action={clear}>
        Incidents are known of one organization at a time.
      </EmptyState>
    );
  return <NothingMatches what="deployments" filter={filter} onClear={onClear} />;
}

interface EmptyListProps {
  filter: Filter;
  /** The number of deployments before filtering. */
  loaded: number;
  choosesOrganization: boolean;
  onClear: () => void;
}

/** Shown instead of rows: why there are none, and what to do. */
export default function EmptyList({ filter, loaded, choosesOrganization, onClear }: EmptyListProps) {
  const user = useUser();
  const filters = useActiveFilters(filter);
  const scope = useScopeName();
  const why = emptyReason(filter, loaded, choosesOrganization);
  if (why === "choose")
    return (
      <EmptyState icon={Building2} title="Select an organization to view deployments">
        Deployments show up here once an organization connects a source.
      </EmptyState>
    );
  if (why === "organization")
    return (
      <EmptyState icon={Inbox} title="No deployments found for the organization">
        No agent or integration of {scope === undefined ? "it" : <Foreign>{scope}</Foreign>} has reported any
        yet.
      </EmptyState>
    );
  if (why === "filtered" && filter.terms.has("incident"))
    return (
      <NoneInIncidents
        organization={organizationOf(filter)}
        choosesOrganization={choosesOrganization}
        filter={filter}
        onClear={onClear}
      />
    );
  if (why === "filtered") return <NothingMatches what="deployments" filter={filter} onClear={onClear} />;
  return (
    <>
      {user?.organization ? (
        <EmptyState title="No deployments found">
          Connect a source, and its deployments show up here.
        </EmptyState>
      ) : (
        <EmptyState title="No deployments found" action={<FirstSteps />}>
          You're not in an organization yet. <HowToJoin />
        </EmptyState>
      )}
      {user?.organization && filters.length === 0 && (
        <>
          <SetupCards />
          <DemoDataOffer />
        </>
      )}
    </>
  );
}
