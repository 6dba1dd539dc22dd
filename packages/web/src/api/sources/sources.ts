import { queryOptions } from "@tanstack/react-query";
import { api } from "../client.ts";
import { queryClient } from "../query-client.ts";
import { answerOf } from "../request.ts";

/** How the keys and accounts of an organization are doing; of the person's own when none is named. */
export const sourcesQuery = (organizationId?: string) =>
  queryOptions({
    queryKey: ["sources", organizationId ?? "own"],
    queryFn: async ({ signal }) =>
      (await answerOf(api().sources.$get({ query: { organizationId } }, { init: { signal } }))).sources,
  });

/** Loads the sources again where they are shown, after a change of one. */
export const sourcesChanged = (): void => void queryClient.invalidateQueries({ queryKey: ["sources"] });
