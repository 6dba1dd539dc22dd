import { leastDays } from "@shardwatch/core/contract/outlook/runway";
import type { Filter } from "@shardwatch/core/contract/filter/filter";
import { CircleCheck, Hourglass } from "lucide-react";
import { Link } from "react-router-dom";
import type { WholeOutlook } from "../../../api/fleet/outlook.ts";
import { NothingMatches } from "../../../filter/NothingMatches.tsx";
import { useScopeName } from "../../../filter/ScopeName.tsx";
import { useActiveFilters } from "../../../filter/use-active-filters.ts";
import { FirstSteps, HowToJoin } from "../../../layout/NoOrganization.tsx";
import { paths } from "../../../lib/address/paths.ts";
import { counted } from "../../../lib/words/count.ts";
import { useUser } from "../../../session/session.ts";
import { buttonClass } from "../../../ui/form/Button.tsx";
import { EmptyState } from "../../../ui/state/EmptyState.tsx";
import { countOf, countsText, unjudgedIn } from "./counts-text.ts";

interface EmptyOutlookProps {
  outlook: WholeOutlook;
  /** Without the organization. */
  filter: Filter;
  onClear: () => void;
  choosesOrganization: boolean;
}

/** From when on something is said. */
const since = `Outlook says something about a database from ${leastDays} days of history on.`;

/** Shown instead of groups: why there are none, and since when there can be some. */
export function EmptyOutlook({
  outlook: { asOf, counts },
  filter,
  onClear,
  choosesOrganization,
}: EmptyOutlookProps) {
  const user = useUser();
  const filters = useActiveFilters(filter);
  const scope = useScopeName();
  const all = countOf(counts);
  if (all === 0 && filters.length > 0)
    return <NothingMatches what="databases" filter={filter} onClear={onClear} />;
  if (!choosesOrganization && !user?.organization)
    return (
      <EmptyState title="No trends yet" action={<FirstSteps />}>
        You're not in an organization yet. <HowToJoin />
      </EmptyState>
    );
  if (all === 0)
    return (
      <EmptyState
        title="No databases found"
        scope={scope}
        action={
          <Link to={paths.addSource()} className={buttonClass()}>
            Add a source
          </Link>
        }
      >
        {since}
      </EmptyState>
    );
  if (asOf === null)
    return (
      <EmptyState icon={Hourglass} title="No trends yet" scope={scope}>
        Trends are found once a day, some hours after midnight UTC. {since}
      </EmptyState>
    );
  if (counts.early === all)
    return (
      <EmptyState icon={Hourglass} title="Too early to say" scope={scope}>
        {counted(all, "database")} {all === 1 ? "is" : "are"} known for too few days. {since}
      </EmptyState>
    );
  const others = countsText(counts, 0);
  // A check mark beside databases that nobody can judge would calm without a reason.
  const isSure = unjudgedIn(counts) === 0;
  return (
    <EmptyState
      icon={isSure ? CircleCheck : Hourglass}
      title={isSure ? "Nothing grows to its limit" : "Nothing is known to grow to its limit"}
      scope={scope}
    >
      {others === undefined ? "" : `${others}. `}
      {counts.early > 0 && since}
    </EmptyState>
  );
}
