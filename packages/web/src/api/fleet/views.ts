import { queryOptions } from "@tanstack/react-query";
import type { SavedView, ViewChange, ViewInput } from "@shardwatch/core/contract/deployment/view";
import { api } from "../client.ts";
import { queryClient } from "../query-client.ts";
import { answerOf, deleted } from "../request.ts";

/** The saved views that the person sees: shared ones and then their own, oldest first. */
export const viewsQuery = queryOptions({
  queryKey: ["views"],
  queryFn: async ({ signal }) => (await answerOf(api().views.$get(undefined, { init: { signal } }))).views,
  staleTime: 60_000,
});

/** Changes the cached list at once. A request of before would overwrite the change. */
async function store(change: (views: SavedView[]) => SavedView[]): Promise<void> {
  await queryClient.cancelQueries(viewsQuery);
  queryClient.setQueryData(viewsQuery.queryKey, (views) => change(views ?? []));
  void queryClient.invalidateQueries(viewsQuery);
}

/** POST /views. @throws ApiError */
export async function saveView(json: Partial<ViewInput> & Pick<ViewInput, "name">): Promise<SavedView> {
  const saved = await answerOf(api().views.$post({ json }));
  await store((views) => [...views, saved]);
  return saved;
}

/** PATCH /views/{id}. @throws ApiError */
export async function changeView(id: string, json: ViewChange): Promise<void> {
  const changed = await answerOf(api().views[":id"].$patch({ param: { id }, header: {}, json }));
  await store((views) => views.map((view) => (view.id === id ? changed : view)));
}

/** DELETE /views/{id}. A view that is already gone counts as deleted. @throws ApiError */
export async function deleteView(id: string): Promise<void> {
  await deleted(api().views[":id"].$delete({ param: { id }, header: {} }));
  await store((views) => views.filter((view) => view.id !== id));
}
