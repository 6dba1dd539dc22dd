import type { Silence, SilenceInput, SilenceScope } from "@shardwatch/core/contract/incident/silence";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api } from "../client.ts";
import { queryClient } from "../query-client.ts";
import { answerOf, deleted } from "../request.ts";

const lists = ["silences"];

/** The silences of an organization that run or begin later; of the person's own when none is named. */
export const silencesQuery = (organizationId?: string) =>
  queryOptions({
    queryKey: [...lists, organizationId ?? "own"],
    queryFn: async ({ signal }) =>
      (await answerOf(api().silences.$get({ query: { organizationId } }, { init: { signal } }))).silences,
  });

/** How much a silence would cover now. The numbers of the scope before stay until the new ones come. */
export const silencePreviewQuery = (scope: SilenceScope | undefined, organizationId?: string) =>
  queryOptions({
    queryKey: ["silence preview", organizationId ?? "own", scope],
    queryFn: async ({ signal }) =>
      answerOf(
        api().silences.preview.$post(
          { query: { organizationId }, json: { scope: scope ?? { kind: "filter", filter: "" } } },
          { init: { signal } },
        ),
      ),
    enabled: scope !== undefined,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });

/** POST /silences. @throws ApiError */
export async function createSilence(json: SilenceInput, organizationId?: string): Promise<Silence> {
  const made = await answerOf(api().silences.$post({ query: { organizationId }, json }));
  await reloadSilenced();
  return made;
}

/** POST /silences for one of several incidents. Call `reloadSilenced` after the last. @throws ApiError */
export async function silenceIncident(
  incidentId: string,
  { until, reason }: Pick<SilenceInput, "until" | "reason">,
  organizationId?: string,
): Promise<void> {
  const json = { scope: { kind: "incident" as const, incidentId }, until, reason };
  await answerOf(api().silences.$post({ query: { organizationId }, json }));
}

/** DELETE /silences/{id}. One that is gone counts as ended. @throws ApiError */
export async function endSilence({ id, organizationId }: Silence): Promise<void> {
  await deleted(api().silences[":id"].$delete({ param: { id }, query: { organizationId }, header: {} }));
  await reloadSilenced();
}

/** The incidents show until when they are silent. */
export async function reloadSilenced(): Promise<void> {
  const keys = [lists, ["incidents"], ["incident"]];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}
