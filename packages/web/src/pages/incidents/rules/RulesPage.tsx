import { useQuery } from "@tanstack/react-query";
import { useEffect, useId, useMemo } from "react";
import { Link, type LoaderFunctionArgs, useLocation, useSearchParams } from "react-router-dom";
import { rulesQuery } from "../../../api/incidents/rules.ts";
import { queryClient } from "../../../api/query-client.ts";
import { useOpenIncidents } from "../../../incidents/use-open-incidents.ts";
import { ChooseOrganization } from "../../../filter/ChooseOrganization.tsx";
import { PageHeading } from "../../../layout/frame/PageHeading.tsx";
import { paths } from "../../../lib/address/paths.ts";
import { faultOf } from "../../../lib/fault-of.ts";
import { currentUserMay, useMay } from "../../../session/session.ts";
import { RefreshButton } from "../../../ui/form/RefreshButton.tsx";
import { QueryTable } from "../../../ui/table/QueryTable.tsx";
import { textLinkClass } from "../../../ui/text/TextLink.tsx";
import { countsOf, split } from "../by-tab.ts";
import { IncidentTabs } from "../IncidentTabs.tsx";
import { readIncidentsView } from "../incidents-view.ts";
import { ruleColumns } from "./columns.tsx";

/** Starts loading the data while the page's code loads. */
export function loader({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const choosesOrganization = currentUserMay("seeEveryOrganization");
  const { org } = readIncidentsView(searchParams, choosesOrganization);
  if (choosesOrganization && org === undefined) return null;
  void queryClient.prefetchQuery(rulesQuery(org));
  return null;
}

export { onlyForAnotherPage as shouldRevalidate } from "../../../lib/address/only-for-another-page.ts";

/** Brings the rule of a link into view, once the rules are there. */
function useLinkedRule(isLoaded: boolean) {
  const { hash } = useLocation();
  useEffect(() => {
    const linked = isLoaded ? document.getElementById(hash.slice(1)) : null;
    linked?.scrollIntoView({ block: "center" });
    linked?.focus({ preventScroll: true });
  }, [isLoaded, hash]);
}

/** The rules that watch every deployment: when each opens an incident, how often it did, and which channels get it. */
export function Component() {
  const headingId = useId();
  const [query] = useSearchParams();
  const choosesOrganization = useMay("seeEveryOrganization");
  const view = useMemo(() => readIncidentsView(query, choosesOrganization), [query, choosesOrganization]);
  const isReady = !choosesOrganization || view.org !== undefined;
  const rules = useQuery({ ...rulesQuery(view.org), enabled: isReady });
  const { data: open } = useOpenIncidents(view.org, isReady);
  const byTab = useMemo(() => open && split(open.incidents), [open]);
  const { data, error, isRefetchError } = rules;
  useLinkedRule(data !== undefined);
  if (!isReady)
    return (
      <>
        <PageHeading heading="Rules" />
        <div className="panel">
          <ChooseOrganization what="rules" />
        </div>
      </>
    );
  return (
    <>
      <PageHeading
        heading="Rules"
        id={headingId}
        actions={
          <RefreshButton
            updatedAt={rules.dataUpdatedAt}
            onRefresh={rules.refetch}
            failed={isRefetchError ? { title: "Unable to load the rules", error } : undefined}
          />
        }
      >
        <Subtitle isPartial={data?.isPartial === true} />
      </PageHeading>
      <IncidentTabs view={view} current="rules" counts={byTab && countsOf(byTab)} />
      <div className="panel min-w-0 overflow-hidden">
        <QueryTable
          query={rules}
          failure="Unable to Load Rules"
          text={faultOf(error)}
          labelledBy={headingId}
          columns={ruleColumns}
          rows={data?.rules}
          rowKey={({ id }) => id}
        />
      </div>
    </>
  );
}

function Subtitle({ isPartial }: { isPartial: boolean }) {
  const manages = useMay("manageOrganization");
  return (
    <p className="max-w-prose text-muted">
      They watch every deployment from its first report on.
      {manages && (
        <>
          {" "}
          <Link to={paths.profileNotifications()} className={textLinkClass}>
            Channels
          </Link>{" "}
          decide who gets a message.
        </>
      )}
      {isPartial && " So many incidents opened that the numbers are at least these."}
    </p>
  );
}
