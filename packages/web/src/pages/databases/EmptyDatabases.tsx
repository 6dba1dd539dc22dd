import type { Filter } from "@shardwatch/core/contract/filter/filter";
import { Inbox, SearchX } from "lucide-react";
import { Link } from "react-router-dom";
import { FirstSteps, HowToJoin } from "../../layout/NoOrganization.tsx";
import { useActiveFilters } from "../../filter/use-active-filters.ts";
import { paths } from "../../lib/address/paths.ts";
import { useUser } from "../../session/session.ts";
import { Button, buttonClass } from "../../ui/form/Button.tsx";
import { EmptyState } from "../../ui/state/EmptyState.tsx";

interface EmptyDatabasesProps {
  /** Without the organization: that one decides which databases are listed. */
  filter: Filter;
  onClear: () => void;
  choosesOrganization: boolean;
}

/** Shown instead of rows: why there are none, and what to do. */
export function EmptyDatabases({ filter, onClear, choosesOrganization }: EmptyDatabasesProps) {
  const user = useUser();
  const filters = useActiveFilters(filter);
  if (filters.length > 0)
    return (
      <EmptyState
        icon={SearchX}
        title="No databases found matching the selected filters."
        action={<Button onClick={onClear}>Clear filters</Button>}
      >
        {filters.map(({ label, text }) => `${label}: ${text}`).join(", ")}
      </EmptyState>
    );
  if (choosesOrganization)
    return (
      <EmptyState icon={Inbox} title="No databases found for the organization">
        No agent or integration has reported any yet.
      </EmptyState>
    );
  if (!user?.organization)
    return (
      <EmptyState title="No databases found" action={<FirstSteps />}>
        You're not in an organization yet. <HowToJoin />
      </EmptyState>
    );
  return (
    <EmptyState
      title="No databases found"
      action={
        <Link to={paths.integrations()} className={buttonClass()}>
          Connect a source
        </Link>
      }
    >
      Connect a source, and its databases show up here.
    </EmptyState>
  );
}
