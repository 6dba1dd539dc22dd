import { whyManaged } from "@shardwatch/core/contract/source/rights";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { channelsQuery } from "../../../api/incidents/channels.ts";
import { routesQuery } from "../../../api/incidents/routes.ts";
import { LimitedButton } from "../../../ui/form/LimitedButton.tsx";
import { Section } from "../../../ui/section/Section.tsx";
import { LoadFailure } from "../../../ui/state/ErrorState.tsx";
import { Skeleton } from "../../../ui/state/Skeleton.tsx";
import { StaleNotice } from "../../../ui/state/StaleNotice.tsx";
import { ManagedBadge } from "../../../ui/text/ManagedBadge.tsx";
import { RoutesForm } from "./RoutesForm.tsx";
import { RouteTable } from "./RouteTable.tsx";

const failure = "Failed to load routes";

/** Which incidents go to which channels, for those who manage the organization. */
export function Routes() {
  const query = useQuery(routesQuery);
  const channels = useQuery(channelsQuery);
  const [isEditing, setIsEditing] = useState(false);
  const edit = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(false);
  // The form goes, and what has opened it comes back.
  useEffect(() => {
    if (wasEditing.current && !isEditing) edit.current?.focus();
    wasEditing.current = isEditing;
  }, [isEditing]);
  const { data } = query;
  const all = channels.data?.channels;
  const broken = query.isLoadingError ? query : channels.isLoadingError ? channels : undefined;
  return (
    <Section
      heading="Routes"
      action={
        data &&
        all &&
        !isEditing && (
          <span className="flex flex-wrap items-center gap-2">
            {data.managedBy && <ManagedBadge />}
            <LimitedButton
              ref={edit}
              reason={data.managedBy ? whyManaged : undefined}
              onClick={() => setIsEditing(true)}
            >
              {data.routes.length === 0 && <Plus aria-hidden className="size-3.5" />}
              {data.routes.length === 0 ? "Add route" : "Edit routes"}
            </LimitedButton>
          </span>
        )
      }
    >
      {broken ? (
        <LoadFailure title={failure} query={broken} advice="Please try again later." />
      ) : !data || !all ? (
        <div className="grid gap-3 p-4" aria-busy>
          <Skeleton className="h-5 w-64 max-w-full" />
          <Skeleton className="h-5 w-48 max-w-full" />
        </div>
      ) : isEditing ? (
        <RoutesForm saved={data} channels={all} onClose={() => setIsEditing(false)} />
      ) : (
        <>
          <StaleNotice title={failure} query={query} />
          {data.routes.length === 0 && (
            <p className="max-w-prose px-4 pt-3 text-muted">
              A route sends the incidents of some deployments to some channels, such as those of a team.
            </p>
          )}
          <RouteTable list={data} channels={all} />
        </>
      )}
    </Section>
  );
}
