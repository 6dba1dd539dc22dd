import type { Part } from "@shardwatch/core/contract/filter/words";
import { Building2, SearchX } from "lucide-react";
import { useOpenIncidents } from "../../../incidents/use-open-incidents.ts";
import { faultOf } from "../../../lib/fault-of.ts";
import { Button } from "../../../ui/form/Button.tsx";
import { EmptyState } from "../../../ui/state/EmptyState.tsx";
import { ErrorState } from "../../../ui/state/ErrorState.tsx";

interface NoneInIncidentsProps {
  /** The one in the filter; undefined for all that the person may see. */
  organization: string | undefined;
  choosesOrganization: boolean;
  filters: readonly Part[];
  onClear: () => void;
}

/** Why no row matches a filter that asks about incidents: they may not be known. */
export function NoneInIncidents({
  organization,
  choosesOrganization,
  filters,
  onClear,
}: NoneInIncidentsProps) {
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
  return (
    <EmptyState icon={SearchX} title="No deployments found matching the selected filters." action={clear}>
      {filters.map(({ label, text }) => `${label}: ${text}`).join(", ")}
    </EmptyState>
  );
}
