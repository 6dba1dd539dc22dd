import { queryOptions } from "@tanstack/react-query";
import { api } from "../client.ts";
import { answerOf } from "../request.ts";

/** Each answer reads the incidents of 30 days, and rules change with a release only. */
const staleTime = 300_000;

/** The rules that watch an organization, and what each did lately; of the person's own when none is named. */
export const rulesQuery = (organizationId?: string) =>
  queryOptions({
    queryKey: ["rules", organizationId ?? "own"],
    queryFn: async ({ signal }) =>
      answerOf(api().rules.$get({ query: { organizationId } }, { init: { signal } })),
    staleTime,
  });
