import { useQuery } from "@tanstack/react-query";
import { organizationsQuery } from "../../api/people/organizations.ts";
import { keyOf } from "../../lib/words/deployment-key.ts";
import type { Trouble } from "./attention.ts";
import { DeploymentRow, type RowScope, SourceRow } from "./AttentionRow.tsx";
import { ShowMore, useShown } from "./ShowMore.tsx";

const keyOfTrouble = (trouble: Trouble): string =>
  trouble.what === "source" ? trouble.question : `${keyOf(trouble.deployment)} ${trouble.concern}`;

/** How many rows are shown at first, and after each further click. */
const first = 10;
const step = 100;

interface AttentionListProps extends Omit<RowScope, "nameOf"> {
  troubles: readonly Trouble[];
}

/** Everything that needs attention, the most urgent first. */
export function AttentionList({ troubles, ...scope }: AttentionListProps) {
  const { shown, showMore, list } = useShown<HTMLOListElement>(first);
  // With one organization chosen, its name is above. Others have no choice and one organization.
  const namesThem = scope.choosesOrganization && scope.organization === undefined;
  const { data } = useQuery({ ...organizationsQuery, enabled: namesThem });
  if (troubles.length === 0) return <p className="px-4 py-6 text-muted">Nothing needs attention.</p>;
  const nameOf = (id: string) => (namesThem ? data?.find((each) => each.id === id)?.name : undefined);
  return (
    <>
      <ol ref={list}>
        {troubles
          .slice(0, shown)
          .map((trouble) =>
            trouble.what === "source" ? (
              <SourceRow key={keyOfTrouble(trouble)} trouble={trouble} scope={{ ...scope, nameOf }} />
            ) : (
              <DeploymentRow key={keyOfTrouble(trouble)} finding={trouble} scope={{ ...scope, nameOf }} />
            ),
          )}
      </ol>
      <ShowMore hidden={troubles.length - shown} step={step} onMore={showMore} />
    </>
  );
}
