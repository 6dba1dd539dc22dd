import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { useInfiniteQuery } from "@tanstack/react-query";
import { lazy, Suspense, useCallback, useId, useMemo } from "react";
import { Link, type LoaderFunctionArgs, useNavigate, useSearchParams } from "react-router-dom";
import { openIncidentsQuery, pastIncidentsQuery } from "../../api/incidents/incidents.ts";
import { queryClient } from "../../api/query-client.ts";
import { AfterOutage } from "../../incidents/AfterOutage.tsx";
import { useOpenIncidents } from "../../incidents/use-open-incidents.ts";
import { PageHeading } from "../../layout/frame/PageHeading.tsx";
import { faultOf } from "../../lib/fault-of.ts";
import { ChooseOrganization } from "../../filter/ChooseOrganization.tsx";
import { ScopeName } from "../../filter/ScopeName.tsx";
import { paths } from "../../lib/address/paths.ts";
import { useLiveOptions } from "../../lib/time/refresh-interval.ts";
import { currentUserMay, useMay } from "../../session/session.ts";
import { columnsOf } from "../../ui/table/columns.ts";
import { QueryTable } from "../../ui/table/QueryTable.tsx";
import { OlderButton } from "../../changes/OlderButton.tsx";
import type { LoadState } from "../../ui/state/ErrorState.tsx";
import { RefreshButton } from "../../ui/form/RefreshButton.tsx";
import { useSelection } from "../../ui/table/use-selection.ts";
import { textLinkClass } from "../../ui/text/TextLink.tsx";
import { firstOfGroups, groupedByDeployment } from "./by-deployment.ts";
import { countsOf, split } from "./by-tab.ts";
import { incidentColumns } from "./columns.tsx";
import { IncidentFilters } from "./IncidentFilters.tsx";
import { IncidentTabs } from "./IncidentTabs.tsx";
import { type IncidentsView, readIncidentsView, searchOf } from "./incidents-view.ts";
import { NoIncidents } from "./NoIncidents.tsx";
import { SelectedIncidents } from "./selection/SelectedIncidents.tsx";
import { focusedIncident, useAcknowledge } from "../../incidents/use-acknowledge.ts";
import { useWhyNotSilence } from "../../incidents/use-why-not-silence.ts";
import { SilenceAction } from "./SilenceAction.tsx";

const none: readonly Incident[] = [];
const keyOf = ({ id }: Incident) => id;
const titleOf = ({ title }: Incident) => title;

const Silences = lazy(() => import("../../incidents/SilencesList.tsx"));

/** Starts loading the data while the page's code loads. */
export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const choosesOrganization = currentUserMay("seeEveryOrganization");
  const { tab, org } = readIncidentsView(searchParams, choosesOrganization);
  if (choosesOrganization && org === undefined) return null;
  void queryClient.prefetchQuery(openIncidentsQuery(org));
  if (tab === "past") void queryClient.prefetchInfiniteQuery(pastIncidentsQuery(org));
  return null;
}

export { onlyForAnotherPage as shouldRevalidate } from "../../lib/address/only-for-another-page.ts";

/** What is wrong in an organization, one row for each cause. */
export function Component() {
  const headingId = useId();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const choosesOrganization = useMay("seeEveryOrganization");
  const whyNotSilence = useWhyNotSilence();
  const view = useMemo(() => readIncidentsView(query, choosesOrganization), [query, choosesOrganization]);
  const { tab, org } = view;
  const isReady = !choosesOrganization || org !== undefined;
  const { open, past, byTab, rows, firsts } = useIncidents(view, isReady);
  const shown = tab === "past" ? past : open;
  const onAcknowledge = useAcknowledge(rows);
  const columns = useMemo(
    () => columnsOf(incidentColumns, { tab, organization: org, onAcknowledge, firsts }),
    [tab, org, onAcknowledge, firsts],
  );
  const { selection, selected, selectAll, clear } = useSelection({
    rows: rows ?? none,
    keyOf,
    labelOf: titleOf,
    found: useCallback(() => rows ?? none, [rows]),
  });
  const change = (part: Partial<typeof view>) =>
    void navigate({ search: searchOf({ ...view, ...part }) }, { preventScrollReset: true });
  if (!isReady)
    return (
      <>
        <PageHeading heading="Incidents" />
        <div className="panel">
          <ChooseOrganization what="incidents" />
        </div>
      </>
    );
  return (
    <>
      <Heading id={headingId} query={shown} rows={rows} organization={org} />
      <IncidentTabs view={view} current={tab} counts={byTab && countsOf(byTab)} />
      {tab !== "past" && <AfterOutage until={open.data?.deafUntil} className="mb-3" />}
      <div className="panel min-w-0 overflow-hidden">
        {tab !== "past" && <IncidentFilters view={view} onChange={change} />}
        <QueryTable
          query={shown}
          failure="Unable to Load Incidents"
          text={faultOf(shown.error)}
          labelledBy={headingId}
          columns={columns}
          rows={rows}
          rowKey={keyOf}
          {...(tab !== "past" && { selection })}
          onOpen={({ id }) => void navigate(paths.incident(id, org))}
          empty={
            <NoIncidents
              view={view}
              organization={org}
              lookedAt={open.data?.lookedAt}
              onClear={() => change({ severity: undefined })}
            />
          }
        />
        {tab === "past" && <OlderButton feed={past}>Show more</OlderButton>}
      </div>
      {tab !== "past" && (
        <SelectedIncidents
          selected={selected}
          total={rows?.length ?? 0}
          onSelectAll={selectAll}
          onClear={clear}
          limit={whyNotSilence}
          organization={org}
        />
      )}
      {tab === "silenced" && (
        <Suspense>
          <Silences organizationId={org} limit={whyNotSilence} />
        </Suspense>
      )}
    </>
  );
}

interface HeadingProps {
  id: string;
  query: LoadState & { isRefetchError: boolean };
  rows: readonly Incident[] | undefined;
  organization: string | undefined;
}

/** The heading, the age of the list, and the button for a new silence. */
function Heading({ id, query, rows, organization }: HeadingProps) {
  const manages = useMay("manageOrganization");
  return (
    <PageHeading
      heading="Incidents"
      id={id}
      actions={
        <div className="flex flex-wrap items-center gap-2">
          <SilenceAction
            label="New silence…"
            focused={() => focusedIncident(rows)}
            organization={organization}
          />
          <RefreshButton
            updatedAt={query.dataUpdatedAt}
            onRefresh={query.refetch}
            failed={
              query.isRefetchError ? { title: "Unable to load incidents", error: query.error } : undefined
            }
          />
        </div>
      }
    >
      <p className="text-muted">
        One incident per cause
        <ScopeName />
        {manages && (
          <>
            {" · "}
            <Link to={paths.profileNotifications()} className={textLinkClass}>
              Who is notified
            </Link>
          </>
        )}
      </p>
    </PageHeading>
  );
}

/** The rows of a view, the open incidents by tab, and the queries that load them. */
function useIncidents({ tab, severity, org, isGrouped }: IncidentsView, isReady: boolean) {
  const open = useOpenIncidents(org, isReady);
  const past = useInfiniteQuery({
    ...pastIncidentsQuery(org),
    ...useLiveOptions(),
    enabled: isReady && tab === "past",
  });
  const { data } = open;
  const byTab = useMemo(() => data && split(data.incidents), [data]);
  const rows = useMemo(() => {
    if (tab === "past") return past.data?.pages.flatMap(({ incidents }) => incidents);
    const found = byTab?.[tab].filter((one) => severity === undefined || one.severity === severity);
    return found && isGrouped ? groupedByDeployment(found) : found;
  }, [tab, past.data, byTab, severity, isGrouped]);
  const isInGroups = isGrouped && tab !== "past";
  const firsts = useMemo(() => (isInGroups && rows ? firstOfGroups(rows) : undefined), [isInGroups, rows]);
  return { open, past, byTab, rows, firsts };
}
