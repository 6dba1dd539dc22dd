import { asksIncidents } from "@shardwatch/core/contract/filter/compile";
import type { TroubleOf } from "@shardwatch/core/contract/filter/facts";
import { useMemo, useState } from "react";
import { useDeployments } from "../../api/fleet/use-deployments.ts";
import { organizationOf } from "../../filter/address.ts";
import { useChosenPageSize } from "../../lib/list/page-size.ts";
import { findsByFigures, showsFigures } from "../../lib/words/newest-figures.ts";
import { columnConfig } from "./list/stored-columns.ts";
import { useView } from "./view.ts";
import { usePageOf, useViewIndex } from "./use-view-index.ts";
import { withIncidents } from "./view-index.ts";

/**
 * The rows of the list. With figures as soon as all of them have come, and without until then. Rows that are known
 * stay while figures load, and when they can't be loaded.
 */
function useRows(organization: string | undefined, wantsFigures: boolean) {
  const figures = useDeployments(organization, { figures: true, enabled: wantsFigures });
  const hasFigures = wantsFigures && figures.data !== undefined && !figures.hasNextPage;
  const fails = wantsFigures && !hasFigures && figures.isError;
  const plain = useDeployments(organization, { enabled: !hasFigures, further: !wantsFigures || fails });
  return {
    list: hasFigures ? figures : plain,
    hasFigures,
    /** Why there are no figures, where they can't be loaded. */
    figuresError: fails ? figures.error : undefined,
    refetch: () =>
      Promise.all([...(hasFigures ? [] : [plain.refetch()]), ...(wantsFigures ? [figures.refetch()] : [])]),
  };
}

/** The list that the address describes: its rows as far as they are loaded, and the page that is shown. */
export function useList(choosesOrganization: boolean) {
  const [view, change] = useView(choosesOrganization);
  useChosenPageSize((pageSize) => change({ pageSize }, "replace"));
  const organization = organizationOf(view.filter);
  const config = columnConfig.use();
  const finds = findsByFigures(view);
  const [figures, setFigures] = useState(false);
  // They stay, so that a filter that is changed back and forth loads nothing anew.
  if (!figures && (finds || showsFigures(config))) setFigures(true);
  const { list, figuresError, refetch, hasFigures } = useRows(organization, figures);
  const { index, isAll } = useViewIndex({
    rows: list.data,
    loadedAt: list.dataUpdatedAt,
    isAll: !list.hasNextPage,
    scope: organization,
    hasFigures,
  });
  const [incidents, setIncidents] = useState<TroubleOf>();
  const joined = useMemo(
    () => (index && incidents ? withIncidents(index, incidents) : index),
    [index, incidents],
  );
  const waits = (!incidents && asksIncidents(view.filter)) || (finds && !index?.facts.hasFigures);
  const progress = isAll ? "all" : list.isFetchNextPageError ? "failed" : "loading";
  const paged = usePageOf(waits ? undefined : joined, view, change, progress);
  const isMissing =
    list.isLoadingError || (list.isPending && !list.isFetching) || (finds && figuresError !== undefined);
  return {
    ...paged,
    view,
    change,
    organization,
    list,
    figuresError,
    refetch,
    /** Whether an error is shown in place of the rows. */
    isMissing,
    index,
    /** The index with the open incidents, once they are loaded. */
    joined,
    setIncidents,
    progress,
  } as const;
}
