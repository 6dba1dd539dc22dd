import { queryText } from "@shardwatch/core/contract/filter/format";
import { type Filter, withTerm } from "@shardwatch/core/contract/filter/filter";
import type { FieldName } from "@shardwatch/core/contract/filter/fields";
import { parseFilter } from "@shardwatch/core/contract/filter/parse";
import type { LicenseOutlook } from "@shardwatch/core/contract/outlook/licenses";
import { useId } from "react";
import type { LoaderFunctionArgs } from "react-router-dom";
import { licensesQuery } from "../../../api/fleet/licenses.ts";
import { queryClient } from "../../../api/query-client.ts";
import { unchosen } from "../../../filter/ChooseOrganization.tsx";
import { deploymentFacets } from "../../../filter/facets.ts";
import { FilterBar } from "../../../filter/FilterBar.tsx";
import { writeListView } from "../../../filter/list-view.ts";
import { ScopeName } from "../../../filter/ScopeName.tsx";
import { PageHeading } from "../../../layout/frame/PageHeading.tsx";
import { paths } from "../../../lib/address/paths.ts";
import { counted } from "../../../lib/words/count.ts";
import { useChosenPageSize } from "../../../lib/list/page-size.ts";
import { currentUserMay, useMay } from "../../../session/session.ts";
import { RefreshButton } from "../../../ui/form/RefreshButton.tsx";
import { ProgressLine } from "../../../ui/state/ProgressLine.tsx";
import { OutlookTabs } from "../OutlookTabs.tsx";
import { sortFields } from "./columns.tsx";
import { Downloads } from "./Downloads.tsx";
import { type Addresses, LicenseStrip } from "./LicenseStrip.tsx";
import { Result } from "./Result.tsx";
import { licenseSorts } from "./sorts.ts";
import { Timeline } from "./Timeline.tsx";
import { askedBy, clearedFor, type LicensesView, useLicenses, viewAt } from "./use-licenses.ts";
import { WhatStops } from "./WhatStops.tsx";

/** Starts loading the data while the page's code loads. The page shows the progress. */
export function loader({ request }: LoaderFunctionArgs) {
  const choosesOrganization = currentUserMay("seeEveryOrganization");
  const asked = askedBy(viewAt(new URL(request.url).searchParams, choosesOrganization));
  if (!choosesOrganization || asked.organizationId !== undefined)
    void queryClient.prefetchQuery(licensesQuery(asked));
  return null;
}

export { onlyForAnotherPage as shouldRevalidate } from "../../../lib/address/only-for-another-page.ts";

/** Values of fields that a filter may ask about before a row shows them. */
const usualValues = { values: { status: ["active", "degraded", "stale", "unreachable", "denied"] } };

/** When licenses end, and how long their shards last. */
export function Component() {
  const headingId = useId();
  const choosesOrganization = useMay("seeEveryOrganization");
  const licenses = useLicenses(choosesOrganization);
  const { view, change, asked, isReady, list } = licenses;
  useChosenPageSize((pageSize) => change({ pageSize }, "replace"));
  const { data } = list;
  const isCurrent = data !== undefined && !list.isPlaceholderData;
  const found = isCurrent ? counted(data.counts.clusters, "license") : undefined;
  const failed = list.isRefetchError ? { title: "Unable to load licenses", error: list.error } : undefined;
  const to = addressesOf(view);
  const owner = choosesOrganization ? asked.organizationId : undefined;
  const addressOf = ({ deploymentId }: LicenseOutlook) => paths.deployment(deploymentId, "", owner);
  const isShown = isReady && !list.isLoadingError;
  return (
    <>
      <PageHeading
        heading="Outlook"
        within="Licenses"
        id={headingId}
        actions={
          isReady && <RefreshButton updatedAt={list.dataUpdatedAt} onRefresh={list.refetch} failed={failed} />
        }
      >
        <p className="text-muted">
          When licenses end, and how long their shards last
          <ScopeName />
        </p>
      </PageHeading>
      <OutlookTabs current="licenses" />
      <p role="status" className="sr-only">
        {found && `${found} found`}
      </p>
      {isShown && data?.counts.clusters !== 0 && (
        <>
          <LicenseStrip licenses={data} to={to} />
          <Timeline licenses={data} to={to} addressOf={addressOf} />
        </>
      )}
      <div className="panel overflow-hidden">
        <FilterBar
          label="Licenses"
          facets={deploymentFacets}
          known={usualValues}
          filter={view.filter}
          cleared={clearedFor(view.filter)}
          onChange={(filter, history) => change({ filter }, history)}
          choosesOrganization={choosesOrganization}
          unchosen={unchosen}
          removable={asked.filter}
          found={found}
          sort={{ fields: sortFields, value: view, onSort: change }}
          keepsActions
          actions={
            <Downloads view={view} licenses={isCurrent ? data.licenses : undefined} addressOf={addressOf} />
          }
        />
        <ProgressLine label="Loading licenses" busy={list.isPlaceholderData} />
        <Result
          headingId={headingId}
          licenses={licenses}
          choosesOrganization={choosesOrganization}
          addressOf={addressOf}
        />
      </div>
      {isShown && <WhatStops />}
    </>
  );
}

/** Where the numbers of a view lead: the rows that they count. */
function addressesOf(view: LicensesView): Addresses {
  const addressWith = (next: Partial<LicensesView>) =>
    paths.outlookLicenses(searchOf({ ...view, page: 1, ...next }));
  const withField = (name: FieldName) => (value: string) =>
    addressWith({ filter: withValue(view.filter, name, value) });
  return {
    withLicense: withField("license"),
    withShards: withField("shards"),
    sortedBy: (sort) => addressWith({ sort, order: sortFields[sort].first }),
  };
}

const searchOf = (view: LicensesView): string => {
  const query = queryText(writeListView(new URLSearchParams(), licenseSorts, view));
  return query && `?${query}`;
};

/** The filter with one field as an address writes it. */
function withValue(filter: Filter, name: FieldName, value: string): Filter {
  return withTerm(filter, name, parseFilter([[name, value]], []).filter.terms.get(name));
}
