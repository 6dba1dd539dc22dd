import { asksIncidents } from "@shardwatch/core/contract/filter/compile";
import type { TroubleOf } from "@shardwatch/core/contract/filter/facts";
import { useMemo, useState } from "react";
import { useDeployments } from "../../api/fleet/use-deployments.ts";
import { organizationOf } from "../../filter/address.ts";
import { useChosenPageSize } from "../../lib/list/page-size.ts";
import { type Joined, joinedToFind, joinedToShow, nothingJoined, withMore } from "../../lib/words/joined.ts";
import { columnConfig } from "./list/stored-columns.ts";
import { useView } from "./view.ts";
import { usePageOf, useViewIndex } from "./use-view-index.ts";
import { withIncidents } from "./view-index.ts";

/**
 * The rows of the list. With what is joined as soon as all of them have come, and without until then. Rows that are known
 * stay while it loads, and when it can't be loaded.
 */
function useRows(organization: string | undefined, wanted: readonly Joined[]) {
  const isWanted = wanted.length > 0;
  const full = useDeployments(organization, { joined: wanted, enabled: isWanted });
  const isFull = isWanted && full.data !== undefined && !full.hasNextPage;
  const fails = isWanted && !isFull && full.isError;
  const plain = useDeployments(organization, { enabled: !isFull, further: !isWanted || fails });
  return {
    list: isFull ? full : plain,
    joined: isFull ? wanted : nothingJoined,
    /** Why nothing is joined, where it can't be loaded. */
    joinedError: fails ? full.error : undefined,
    refetch: () => Promise.all([...(isFull ? [] : [plain.refetch()]), ...(isWanted ? [full.refetch()] : [])]),
  };
}

/** The list that the address describes: its rows as far as they are loaded, and the page that is shown. */
export function useList(choosesOrganization: boolean) {
  const [view, change] = useView(choosesOrganization);
  useChosenPageSize((pageSize) => change({ pageSize }, "replace"));
  const organization = organizationOf(view.filter);
  const config = columnConfig.use();
  const finds = joinedToFind(view);
  const [held, setHeld] = useState(nothingJoined);
  // It stays, so that a filter that is changed back and forth loads nothing anew.
  const wanted = withMore(held, finds, joinedToShow(config));
  if (wanted !== held) setHeld(wanted);
  const { list, joinedError, refetch, joined } = useRows(organization, wanted);
  const { index, isAll } = useViewIndex({
    rows: list.data,
    loadedAt: list.dataUpdatedAt,
    isAll: !list.hasNextPage,
    scope: organization,
    joined,
  });
  const [incidents, setIncidents] = useState<TroubleOf>();
  const judged = useMemo(
    () => (index && incidents ? withIncidents(index, incidents) : index),
    [index, incidents],
  );
  const waits =
    (!incidents && asksIncidents(view.filter)) || finds.some((name) => !index?.facts.joined.includes(name));
  const progress = isAll ? "all" : list.isFetchNextPageError ? "failed" : "loading";
  const paged = usePageOf(waits ? undefined : judged, view, change, progress);
  const isMissing =
    list.isLoadingError ||
    (list.isPending && !list.isFetching) ||
    (finds.length > 0 && joinedError !== undefined);
  return {
    ...paged,
    view,
    change,
    organization,
    list,
    joinedError,
    refetch,
    /** Whether an error is shown in place of the rows. */
    isMissing,
    index,
    /** The index with the open incidents, once they are loaded. */
    judged,
    setIncidents,
    progress,
  } as const;
}
