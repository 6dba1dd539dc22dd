import type { DataTag, QueryKey } from "@tanstack/react-query";
import type { ClientResponse } from "hono/client";
import { queryClient } from "./query-client.ts";
import { answerOf } from "./request.ts";

/** The query of a list. Queries with a longer key are others. */
interface ListQuery<Item> {
  queryKey: DataTag<QueryKey, Item[], Error>;
}

/** Loads a list again where it is shown. */
export const reload = ({ queryKey }: { queryKey: QueryKey }): Promise<void> =>
  queryClient.invalidateQueries({ queryKey, exact: true });

/** The JSON of an answer. What was refused may have changed, so the list loads again. @throws ApiError */
export async function answerOrReload<Answer extends ClientResponse<unknown>>(
  query: { queryKey: QueryKey },
  sent: Promise<Answer>,
) {
  try {
    return await answerOf(sent);
  } catch (error) {
    void reload(query);
    throw error;
  }
}

/** A request that is already running would bring back what was, so it is cancelled. */
async function changeList<Item>({ queryKey }: ListQuery<Item>, change: (list: Item[]) => Item[]) {
  await queryClient.cancelQueries({ queryKey, exact: true });
  queryClient.setQueryData<Item[]>(queryKey, (list) => list && change(list));
}

/** Removes an item from a cached list. */
export const removeFrom = <Item>(query: ListQuery<Item>, isIt: (item: Item) => boolean): Promise<void> =>
  changeList(query, (list) => list.filter((item) => !isIt(item)));

/** Puts what the API answered in place of an item of a cached list. */
export const replaceIn = <Item>(
  query: ListQuery<Item>,
  item: Item,
  isIt: (item: Item) => boolean,
): Promise<void> => changeList(query, (list) => list.map((one) => (isIt(one) ? item : one)));

/** Adds an item at the end of a cached list, which then loads again. */
export async function addTo<Item>(query: ListQuery<Item>, item: Item): Promise<void> {
  await changeList(query, (list) => [...list, item]);
  void reload(query);
}
