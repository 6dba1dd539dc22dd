import type { TroubleOf } from "@shardwatch/core/contract/filter/facts";
import { everything } from "@shardwatch/core/contract/filter/filter";
import { queryText } from "@shardwatch/core/contract/filter/format";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useSearchParams } from "react-router-dom";
import { useChangeWatch } from "../../api/fleet/last-change.ts";
import { sourcesQuery } from "../../api/sources/sources.ts";
import { useDeployments } from "../../api/fleet/use-deployments.ts";
import { organizationOf, readFilter, withOrganization, writeFilter } from "../../filter/address.ts";
import { useLiveOptions } from "../../lib/time/refresh-interval.ts";
import { useMay, useUser } from "../../session/session.ts";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import { startTransition, useEffect, useState } from "react";
import { inSlices } from "../../lib/loading/in-slices.ts";
import type { JoinedIncidents } from "./Attention.tsx";
import { type Summary, summarizeInSteps } from "./summary.ts";

interface Loaded {
  /** All deployments; undefined while some are missing. */
  rows: readonly DeploymentListItem[] | undefined;
  /** Whether any are loaded. The next ones may be another organization's. */
  hasRows: boolean;
  /** Unix epoch in milliseconds. */
  loadedAt: number;
  /** Whose they are. The summary of others does not count. */
  scope: string | undefined;
  /** What the open incidents say about them. */
  troubleOf: TroubleOf | undefined;
}

/** The summary of the deployments, computed while the browser is idle. The former one counts until then. */
function useSummary({ rows, hasRows, loadedAt, scope, troubleOf }: Loaded): Summary | undefined {
  const [last, setLast] = useState<{ summary: Summary; scope: string | undefined }>();
  useEffect(() => {
    if (!rows) return undefined;
    return inSlices(summarizeInSteps(rows, loadedAt, troubleOf), (summary) =>
      startTransition(() => setLast({ summary, scope })),
    );
  }, [rows, loadedAt, scope, troubleOf]);
  if (!hasRows && last) setLast(undefined);
  return hasRows && last && last.scope === scope ? last.summary : undefined;
}

/** The one organization in the address, for those who may choose; undefined for all, and for others. */
export const organizationIn = (query: URLSearchParams, choosesOrganization: boolean) =>
  organizationOf(readFilter(query, choosesOrganization));

/** The chosen organization, its deployments and its sources. */
export function useOverview() {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const ownOrganization = useUser()?.organization?.id;
  const choosesOrganization = useMay("seeEveryOrganization");
  const organization = organizationIn(query, choosesOrganization);
  const list = useDeployments(organization);
  // Sources belong to one organization.
  const hasSources = !choosesOrganization || organization !== undefined;
  const sources = useQuery({ ...sourcesQuery(organization), ...useLiveOptions(), enabled: hasSources });
  useChangeWatch(organization, hasSources);
  const [incidents, setIncidents] = useState<JoinedIncidents>();
  const summary = useSummary({
    rows: list.hasNextPage ? undefined : list.data,
    hasRows: list.data !== undefined,
    loadedAt: list.dataUpdatedAt,
    scope: organization,
    troubleOf: incidents?.scope === organization ? incidents?.troubleOf : undefined,
  });
  return {
    choosesOrganization,
    organization,
    filter: withOrganization(everything, organization),
    choose: (chosen: Parameters<typeof writeFilter>[1]) =>
      void navigate(`?${queryText(writeFilter(query, chosen))}`),
    list,
    sources,
    hasSources,
    /** Whether the sources are of the person's own organization, whose pages show them. */
    ownsSources: !choosesOrganization || (organization !== undefined && organization === ownOrganization),
    summary,
    /** The incidents of the scope, once they are loaded. */
    incidents,
    setIncidents,
  };
}

export type SourcesResult = ReturnType<typeof useOverview>["sources"];
