import type { Organization } from "@shardwatch/core/contract/people/organization";
import { useQuery } from "@tanstack/react-query";
import { Building2 } from "lucide-react";
import type { ReactNode } from "react";
import { ownOrganizationQuery } from "../../api/people/own-organization.ts";
import { queryClient } from "../../api/query-client.ts";
import { NoOrganization } from "../../layout/NoOrganization.tsx";
import { OwnOrganizationOnly } from "../../layout/OwnOrganizationOnly.tsx";
import { isNotFound } from "../../lib/errors.ts";
import { useLiveOptions } from "../../lib/time/refresh-interval.ts";
import { LoadFailure } from "../../ui/state/ErrorState.tsx";
import { StaleNotice } from "../../ui/state/StaleNotice.tsx";

const failure = "Failed to load organization";

/** Starts loading the data while a tab's code loads. The tab shows the progress. */
export function loadOwnOrganization() {
  void queryClient.prefetchQuery(ownOrganizationQuery);
  return null;
}

interface OwnOrganizationProps {
  /** Shows it; undefined while it loads. */
  children: (organization: Organization | undefined) => ReactNode;
}

/** The person's organization, for those who have not chosen another one. */
export function OwnOrganization(props: OwnOrganizationProps) {
  return (
    <OwnOrganizationOnly what="settings">
      <Loaded {...props} />
    </OwnOrganizationOnly>
  );
}

function Loaded({ children }: OwnOrganizationProps) {
  const query = useQuery({ ...ownOrganizationQuery, ...useLiveOptions() });
  const { data, error, isLoadingError } = query;
  if (isNotFound(error)) return <NoOrganization icon={Building2} />;
  if (isLoadingError)
    return (
      <div className="panel">
        <LoadFailure title={failure} query={query} />
      </div>
    );
  return (
    <>
      <StaleNotice title={failure} query={query} />
      {children(data)}
    </>
  );
}
