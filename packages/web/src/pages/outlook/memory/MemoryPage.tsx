import type { LoaderFunctionArgs } from "react-router-dom";
import { outlookQuery } from "../../../api/fleet/outlook.ts";
import { queryClient } from "../../../api/query-client.ts";
import { unchosen } from "../../../filter/ChooseOrganization.tsx";
import { FilterBar } from "../../../filter/FilterBar.tsx";
import { ScopeName } from "../../../filter/ScopeName.tsx";
import { PageHeading } from "../../../layout/frame/PageHeading.tsx";
import { counted } from "../../../lib/words/count.ts";
import { useChosenPageSize } from "../../../lib/list/page-size.ts";
import { currentUserMay, useMay } from "../../../session/session.ts";
import { ExportButton } from "../../../ui/form/ExportButton.tsx";
import { RefreshButton } from "../../../ui/form/RefreshButton.tsx";
import { ProgressLine } from "../../../ui/state/ProgressLine.tsx";
import { OutlookTabs } from "../OutlookTabs.tsx";
import { AsOf } from "./AsOf.tsx";
import { countOf } from "./counts-text.ts";
import { outlookFacets, usualValues } from "./facets.ts";
import { GroupTiles } from "./GroupTiles.tsx";
import { Result } from "./Result.tsx";
import { tilesOf } from "./tiles.ts";
import { askedBy, clearedFor, exportOutlook, useOutlook, viewAt } from "./use-outlook.ts";

/** Starts loading the data while the page's code loads. The page shows the progress. */
export function loader({ request }: LoaderFunctionArgs) {
  const choosesOrganization = currentUserMay("seeEveryOrganization");
  const asked = askedBy(viewAt(new URL(request.url).searchParams, choosesOrganization));
  if (!choosesOrganization || asked.organizationId !== undefined)
    void queryClient.prefetchQuery(outlookQuery(asked));
  return null;
}

export { onlyForAnotherPage as shouldRevalidate } from "../../../lib/address/only-for-another-page.ts";

/** When the memory of databases is full: those that grow and those at their limit, by the time that is left. */
export function Component() {
  const choosesOrganization = useMay("seeEveryOrganization");
  const outlook = useOutlook(choosesOrganization);
  const { view, change, isReady, list, now, byGroup, group, addressOf, databasesWith } = outlook;
  useChosenPageSize((pageSize) => change({ pageSize }, "replace"));
  const { data } = list;
  const found = data && !list.isPlaceholderData ? counted(countOf(data.counts), "database") : undefined;
  const total = list.isPlaceholderData ? undefined : data?.total;
  const { organizationId, filter } = askedBy(view);
  const failed = list.isRefetchError ? { title: "Unable to load the outlook", error: list.error } : undefined;
  return (
    <>
      <PageHeading
        heading="Outlook"
        within="Memory"
        actions={
          isReady && <RefreshButton updatedAt={list.dataUpdatedAt} onRefresh={list.refetch} failed={failed} />
        }
      >
        <p className="text-muted">
          When databases reach their memory limit
          <ScopeName />
        </p>
      </PageHeading>
      <OutlookTabs current="memory" />
      <p role="status" className="sr-only">
        {found && `${found} found`}
      </p>
      {isReady && !list.isLoadingError && (data === undefined || countOf(data.counts) > 0) && (
        <>
          <GroupTiles tiles={tilesOf({ outlook: data, byGroup, group, now, addressOf, databasesWith })} />
          <AsOf outlook={data} unknownAddress={databasesWith("maxmemory", "unknown")} />
        </>
      )}
      <div className="panel overflow-hidden">
        <FilterBar
          label="Outlook"
          facets={outlookFacets}
          known={usualValues}
          filter={view.filter}
          cleared={clearedFor(view.filter)}
          onChange={(next, history) => change({ filter: next }, history)}
          choosesOrganization={choosesOrganization}
          unchosen={unchosen}
          removable={filter}
          found={found}
          keepsActions
          actions={
            <ExportButton
              noun="database"
              total={total}
              obstacle={obstacleOf(total)}
              onSave={() => exportOutlook(view)}
            />
          }
        />
        <ProgressLine label="Loading the outlook" busy={list.isPlaceholderData} />
      </div>
      <Result key={organizationId} outlook={outlook} choosesOrganization={choosesOrganization} />
    </>
  );
}

/** Why there is nothing to export, if so. @param total how many databases are listed */
function obstacleOf(total: number | undefined): string | undefined {
  if (total === undefined) return "The outlook is still loading";
  return total === 0 ? "No database grows or is at its limit" : undefined;
}
