import type { DatabaseSort } from "@shardwatch/core/contract/deployment/database-sorts";
import type { Filter } from "@shardwatch/core/contract/filter/filter";
import { parametersOf } from "@shardwatch/core/contract/filter/format";
import { queryOptions } from "@tanstack/react-query";
import type { Paging } from "../../lib/list/paging.ts";
import type { Order } from "../../lib/list/sorting.ts";
import { type Joined, joinedParameters } from "../../lib/words/joined.ts";
import { wholeFile } from "../all-pages.ts";
import { api } from "../client.ts";
import { answerOf } from "../request.ts";

/** The API has no page behind this one. */
const lastPage = 999_999;

interface Selection {
  /** For people who see all organizations; others have one. */
  organizationId: string | undefined;
  /** Without the organization. */
  filter: Filter;
  sort: DatabaseSort;
  order: Order;
}

/** The parameters of the API for some databases in their order. */
export const databaseParameters = ({ organizationId, filter, sort, order }: Selection) => ({
  ...Object.fromEntries(parametersOf(filter)),
  ...(organizationId !== undefined && { organizationId }),
  sort,
  order,
});

/**
 * One page of the databases of an organization, and when it was loaded, Unix epoch in milliseconds. The former
 * page stays until the next one is there, unless it is of another organization. Each database has what is
 * `joined`.
 */
export function databasesQuery({
  page,
  pageSize,
  joined,
  ...selection
}: Selection & Paging & { joined: readonly Joined[] }) {
  const query = {
    ...databaseParameters(selection),
    page: String(Math.min(page, lastPage)),
    limit: String(pageSize),
    ...joinedParameters(joined),
  };
  const whose = selection.organizationId ?? "own";
  return queryOptions({
    queryKey: ["databases", whose, query],
    queryFn: async ({ signal }) => {
      const list = await answerOf(api().databases.$get({ query }, { init: { signal } }));
      return { ...list, loadedAt: Date.now() };
    },
    placeholderData: (former, formerQuery) => (formerQuery?.queryKey[1] === whose ? former : undefined),
  });
}

/** GET /databases.csv: all databases that a filter matches, as the text of one file. @throws ApiError */
export const databasesCsv = (selection: Selection): Promise<string> =>
  wholeFile((page) => api()["databases.csv"].$get({ query: { ...databaseParameters(selection), ...page } }));
