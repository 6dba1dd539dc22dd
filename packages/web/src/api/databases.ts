import type { DatabaseSort } from "@shardwatch/core/contract/database";
import type { Filter } from "@shardwatch/core/contract/filter/filter";
import { parametersOf } from "@shardwatch/core/contract/filter/format";
import { queryOptions } from "@tanstack/react-query";
import type { Paging } from "../lib/paging.ts";
import type { Order } from "../lib/sorting.ts";
import { api } from "./client.ts";
import { answerOf } from "./request.ts";

/** The API has no page behind this one. */
const lastPage = 999_999;

interface DatabasesQuery extends Paging {
  /** Without the organization. */
  filter: Filter;
  sort: DatabaseSort;
  order: Order;
}

/**
 * One page of the databases of an organization, and when it was loaded, Unix epoch in milliseconds. The former
 * page stays until the next one is there, unless it is of another organization.
 * @param organizationId for people who see all organizations; others have one
 */
export function databasesQuery(
  organizationId: string | undefined,
  { filter, sort, order, page, pageSize }: DatabasesQuery,
) {
  const query = {
    ...Object.fromEntries(parametersOf(filter)),
    ...(organizationId !== undefined && { organizationId }),
    sort,
    order,
    page: String(Math.min(page, lastPage)),
    limit: String(pageSize),
  };
  const whose = organizationId ?? "own";
  return queryOptions({
    queryKey: ["databases", whose, query],
    queryFn: async ({ signal }) => {
      const list = await answerOf(await api().databases.$get({ query }, { init: { signal } }));
      return { ...list, loadedAt: Date.now() };
    },
    placeholderData: (former, formerQuery) => (formerQuery?.queryKey[1] === whose ? former : undefined),
  });
}
