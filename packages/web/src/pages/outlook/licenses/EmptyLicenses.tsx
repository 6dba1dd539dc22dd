import type { Filter } from "@shardwatch/core/contract/filter/filter";
import { KeySquare } from "lucide-react";
import { Link } from "react-router-dom";
import { NothingMatches } from "../../../filter/NothingMatches.tsx";
import { useScopeName } from "../../../filter/ScopeName.tsx";
import { useActiveFilters } from "../../../filter/use-active-filters.ts";
import { FirstSteps, HowToJoin } from "../../../layout/NoOrganization.tsx";
import { paths } from "../../../lib/address/paths.ts";
import { useUser } from "../../../session/session.ts";
import { buttonClass } from "../../../ui/form/Button.tsx";
import { EmptyState } from "../../../ui/state/EmptyState.tsx";

interface EmptyLicensesProps {
  /** Without the organization. */
  filter: Filter;
  onClear: () => void;
  choosesOrganization: boolean;
}

/** Shown instead of licenses: why there are none, and what to do. */
export function EmptyLicenses({ filter, onClear, choosesOrganization }: EmptyLicensesProps) {
  const user = useUser();
  const filters = useActiveFilters(filter);
  const scope = useScopeName();
  if (filters.length > 0) return <NothingMatches what="licenses" filter={filter} onClear={onClear} />;
  if (!choosesOrganization && !user?.organization)
    return (
      <EmptyState title="No licenses yet" action={<FirstSteps />}>
        You're not in an organization yet. <HowToJoin />
      </EmptyState>
    );
  return (
    <EmptyState
      icon={KeySquare}
      title="No licenses yet"
      scope={scope}
      action={
        !choosesOrganization && (
          <Link to={paths.addSource("agent")} className={buttonClass()}>
            Set up an agent
          </Link>
        )
      }
    >
      Only clusters of Redis Enterprise have a license. An agent reads it: add the cluster's address to its
      configuration, with a user of the role Cluster Viewer.
    </EmptyState>
  );
}
