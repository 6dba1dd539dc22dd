import type { FieldName } from "@shardwatch/core/contract/filter/fields";
import { everything, type Filter } from "@shardwatch/core/contract/filter/filter";
import { queryText } from "@shardwatch/core/contract/filter/format";
import { hour } from "@shardwatch/core/kit/time";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSearchParams } from "react-router-dom";
import { outlookCsv, outlookQuery } from "../../../api/fleet/outlook.ts";
import { organizationOf, withOrganization, writeFilter } from "../../../filter/address.ts";
import { type ListView, readListView, type SortNames } from "../../../filter/list-view.ts";
import { useListView } from "../../../filter/use-list-view.ts";
import { paths } from "../../../lib/address/paths.ts";
import { parameters } from "../../../lib/address/urls.ts";
import { exportCsv } from "../../../lib/browser/save-file.ts";
import { useLiveOptions } from "../../../lib/time/refresh-interval.ts";
import { useOverTime } from "../../../lib/time/ticker.ts";
import { grouped, type GroupId, isGroup } from "../../../lib/words/outlook-groups.ts";

/** The rows have one order. */
type Sort = "soonest";
const sorts: SortNames<Sort> = { isSort: (text): text is Sort => text === "soonest", usual: "soonest" };

export type OutlookView = ListView<Sort>;

/** What a view asks the API. */
export const askedBy = ({ filter }: Pick<OutlookView, "filter">) => ({
  organizationId: organizationOf(filter),
  filter: withOrganization(filter, undefined),
});

export const viewAt = (query: URLSearchParams, choosesOrganization: boolean): OutlookView =>
  readListView(query, sorts, choosesOrganization);

/** The filter that is left when all but the organization is cleared. */
export const clearedFor = (filter: Filter): Filter => withOrganization(everything, organizationOf(filter));

/** Saves what a filter matches. */
export const exportOutlook = (view: OutlookView): Promise<void> =>
  exportCsv("Outlook", "outlook", () => outlookCsv(askedBy(view)));

/** The address of a group with the filter that is set; without a group, of all of them. */
function groupAddress(query: URLSearchParams, group: GroupId | undefined): string {
  const next = new URLSearchParams(query);
  next.delete(parameters.page);
  next.delete(parameters.group);
  if (group !== undefined) next.set(parameters.group, group);
  return `?${queryText(next)}`;
}

/** The view in the address, its answer by group, and the addresses of what its numbers count. */
export function useOutlook(choosesOrganization: boolean) {
  const [query] = useSearchParams();
  const [view, change] = useListView(sorts, choosesOrganization);
  const asked = askedBy(view);
  const isReady = !choosesOrganization || asked.organizationId !== undefined;
  const list = useQuery({ ...outlookQuery(asked), ...useLiveOptions(), enabled: isReady });
  // Groups are of whole days, so they need no newer time than this.
  const now = useOverTime((at) => Math.floor(at / hour) * hour);
  const byGroup = useMemo(() => list.data && grouped(list.data.items, now), [list.data, now]);
  const named = query.get(parameters.group);
  const databasesWith = (field: FieldName, value: string) => {
    const parts = writeFilter(new URLSearchParams(), view.filter);
    parts.set(field, value);
    return paths.databases(`?${queryText(parts)}`);
  };
  return {
    view,
    change,
    isReady,
    list,
    now,
    byGroup,
    /** The only group that is shown; undefined for all. */
    group: isGroup(named) ? named : undefined,
    addressOf: (group: GroupId | undefined) => groupAddress(query, group),
    /** The list of databases with the filter, of which one field has this value. */
    databasesWith,
  };
}
