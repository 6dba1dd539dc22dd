import { everything, type Filter } from "@shardwatch/core/contract/filter/filter";
import type { LicenseOutlook } from "@shardwatch/core/contract/outlook/licenses";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { licensesCsv, licensesQuery } from "../../../api/fleet/licenses.ts";
import { organizationOf, withOrganization } from "../../../filter/address.ts";
import { type ListView, readListView } from "../../../filter/list-view.ts";
import { useListView } from "../../../filter/use-list-view.ts";
import { exportCsv } from "../../../lib/browser/save-file.ts";
import { byName } from "../../../lib/words/by-name.ts";
import { useLiveOptions } from "../../../lib/time/refresh-interval.ts";
import { sorters } from "./columns.tsx";
import { type LicenseSort, licenseSorts } from "./sorts.ts";

export type LicensesView = ListView<LicenseSort>;

/** The view in the address of a page that is about to open. */
export const viewAt = (query: URLSearchParams, choosesOrganization: boolean): LicensesView =>
  readListView(query, licenseSorts, choosesOrganization);

/** What a view asks the API: the organization apart from the other fields. */
export const askedBy = ({ filter }: Pick<LicensesView, "filter">) => ({
  organizationId: organizationOf(filter),
  filter: withOrganization(filter, undefined),
});

/** The filter that is left when all but the organization is cleared. */
export const clearedFor = (filter: Filter): Filter => withOrganization(everything, organizationOf(filter));

/** Saves what a view asks for. The API has the rows. */
export const exportLicenses = (view: LicensesView): Promise<void> =>
  exportCsv("Licenses", "licenses", () => licensesCsv(askedBy(view)));

/** The licenses of the view in the address. A person who sees every organization chooses one before they load. */
export function useLicenses(choosesOrganization: boolean) {
  const [view, change] = useListView(licenseSorts, choosesOrganization);
  const asked = askedBy(view);
  const isReady = !choosesOrganization || asked.organizationId !== undefined;
  const list = useQuery({ ...licensesQuery(asked), ...useLiveOptions(), enabled: isReady });
  const { sort, order } = view;
  const rows = useMemo(() => list.data && sorted(list.data.licenses, sort, order), [list.data, sort, order]);
  return { view, change, asked, isReady, list, rows };
}

/** Equal rows are in the order of their names. */
function sorted(licenses: readonly LicenseOutlook[], sort: LicenseSort, order: LicensesView["order"]) {
  const named = licenses.toSorted((one, other) => byName(nameOf(one), nameOf(other)));
  const entries = named.map((row) => ({ row }));
  const sorter = sorters[sort];
  // The name is the order that the rows have.
  const inOrder = sorter
    ? sorter(entries, order, undefined)
    : order === "desc"
      ? entries.toReversed()
      : entries;
  return inOrder.map(({ row }) => row);
}

const nameOf = ({ deploymentName, deploymentId }: LicenseOutlook) => ({
  name: deploymentName,
  id: deploymentId,
});
