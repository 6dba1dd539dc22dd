import type { IncidentDetail, IncidentList } from "@shardwatch/core/contract/incident/incident";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { isNotFound } from "../../lib/errors.ts";
import { paged } from "../all-pages.ts";
import { api } from "../client.ts";
import { queryClient } from "../query-client.ts";
import { answerOf } from "../request.ts";

/** All cached lists of incidents. */
const lists = ["incidents"];
/** All cached lists of open incidents. */
export const openIncidentLists = [...lists, "open"];
/** How many past incidents a page has. */
const pageSize = "50";

/** All open incidents of an organization, the most urgent first; of the person's own when none is named. */
export const openIncidentsQuery = (organizationId?: string) =>
  queryOptions({
    queryKey: [...openIncidentLists, organizationId ?? "own"],
    queryFn: async ({ signal }) =>
      answerOf(api().incidents.$get({ query: { organizationId } }, { init: { signal } })),
  });

/** The incidents that are over, newest first, page after page. */
export const pastIncidentsQuery = (organizationId?: string) =>
  infiniteQueryOptions({
    queryKey: [...lists, "past", organizationId ?? "own"],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { organizationId, state: "past" as const, limit: pageSize, cursor };
      return answerOf(api().incidents.$get({ query }, { init: { signal } }));
    },
    ...paged,
  });

/**
 * One incident, open or past.
 * @param organizationId for people who see all organizations; others have one
 */
export const incidentQuery = (id: string, organizationId?: string) =>
  queryOptions({
    queryKey: ["incident", id, organizationId ?? "own"],
    queryFn: async ({ signal }) =>
      answerOf(
        api().incidents[":id"].$get({ param: { id }, query: { organizationId } }, { init: { signal } }),
      ),
  });

/** What names an incident. */
type Named = Pick<IncidentDetail, "id" | "organizationId">;

/**
 * POST /incidents/{id}/acknowledgement. A second one replaces the first.
 * @throws ApiError with the API's reason
 */
export async function acknowledge({ id, organizationId }: Named, note?: string): Promise<void> {
  const json = note === undefined || note === "" ? {} : { note };
  const call = { param: { id }, query: { organizationId }, json };
  await change(id, answerOf(api().incidents[":id"].acknowledgement.$post(call)));
}

/** DELETE /incidents/{id}/acknowledgement. @throws ApiError with the API's reason */
export async function unacknowledge({ id, organizationId }: Named): Promise<void> {
  const call = { param: { id }, query: { organizationId } };
  await change(id, answerOf(api().incidents[":id"].acknowledgement.$delete(call)));
}

/** POST /incidents/{id}/intention. @throws ApiError with the API's reason */
export async function intend({ id, organizationId }: Named): Promise<void> {
  const call = { param: { id }, query: { organizationId } };
  await change(id, answerOf(api().incidents[":id"].intention.$post(call)));
}

/** Puts the answer to a change in place of what is cached. What was refused may be over, so it loads again. */
async function change(id: string, sent: Promise<IncidentDetail>): Promise<void> {
  const detail = { queryKey: ["incident", id] };
  try {
    const changed = await sent;
    // A request that is already running would bring back what was.
    await Promise.all([
      queryClient.cancelQueries(detail),
      queryClient.cancelQueries({ queryKey: openIncidentLists }),
    ]);
    queryClient.setQueriesData<IncidentDetail>(detail, (before) => before && changed);
    queryClient.setQueriesData<IncidentList>(
      { queryKey: openIncidentLists },
      (list) =>
        list && {
          ...list,
          incidents: list.incidents.map((one) =>
            one.id === id ? { ...one, acknowledged: changed.acknowledged } : one,
          ),
        },
    );
  } catch (error) {
    if (!isNotFound(error)) void queryClient.invalidateQueries(detail);
    void queryClient.invalidateQueries({ queryKey: lists });
    throw error;
  }
}
