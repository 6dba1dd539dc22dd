import { everything, type Filter } from "@shardwatch/core/contract/filter/filter";
import type { DatabaseSort } from "@shardwatch/core/contract/deployment/database-sorts";
import { useQuery } from "@tanstack/react-query";
import { databasesCsv, databasesQuery } from "../../api/fleet/databases.ts";
import { organizationOf, withOrganization } from "../../filter/address.ts";
import type { ListView } from "../../filter/list-view.ts";
import { exportCsv } from "../../lib/browser/save-file.ts";
import { useLiveOptions } from "../../lib/time/refresh-interval.ts";
import { type Joined, joinedToShow } from "../../lib/words/joined.ts";
import type { ColumnConfig } from "../../ui/table/columns.ts";
import { columnConfig } from "./stored-columns.ts";

/** What a view asks the API. */
export interface Asked extends Omit<ListView<DatabaseSort>, "filter"> {
  organizationId: string | undefined;
  /** Without the organization, which decides what is listed. */
  filter: Filter;
  /** What the shown columns need. */
  joined: readonly Joined[];
}

export function askedBy(view: ListView<DatabaseSort>, config: ColumnConfig): Asked {
  const filter = withOrganization(view.filter, undefined);
  return { ...view, organizationId: organizationOf(view.filter), filter, joined: joinedToShow(config) };
}

/** The filter that is left when all but the organization is cleared. */
export const clearedFor = ({ organizationId }: Pick<Asked, "organizationId">): Filter =>
  withOrganization(everything, organizationId);

/** Saves what a view asks for, with all of its pages. The API has the rows. */
export const exportDatabases = (asked: Asked): Promise<void> =>
  exportCsv("Databases", "databases", () => databasesCsv(asked));

/** The databases of a view. A person who sees every organization has to choose one before they load. */
export function useDatabases(view: ListView<DatabaseSort>, choosesOrganization: boolean) {
  const asked = askedBy(view, columnConfig.use());
  const isReady = !choosesOrganization || asked.organizationId !== undefined;
  const query = databasesQuery(asked);
  const list = useQuery({ ...query, ...useLiveOptions(), enabled: isReady });
  return {
    asked,
    isReady,
    list,
    queryKey: query.queryKey,
    pageCount: Math.max(1, Math.ceil((list.data?.total ?? 0) / view.pageSize)),
    /** How many there are; undefined while the former page is shown, and while none is. */
    total: list.isPlaceholderData ? undefined : list.data?.total,
  };
}
