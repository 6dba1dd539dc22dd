import type { DatabaseSort } from "@shardwatch/core/contract/deployment/database";
import { useQuery } from "@tanstack/react-query";
import { databasesQuery } from "../../api/fleet/databases.ts";
import type { ListView } from "../../filter/list-view.ts";
import { useLiveOptions } from "../../lib/time/refresh-interval.ts";
import { askedBy } from "./asked.ts";
import { columnConfig } from "./stored-columns.ts";

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
