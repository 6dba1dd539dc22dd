import type { Change } from "@shardwatch/core/contract/history/changes";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { paged } from "../all-pages.ts";
import { api } from "../client.ts";
import { answerOf } from "../request.ts";

/** What the feed of changes is asked for. Absent parts want all; times are in ISO 8601. */
export interface ChangesAsked {
  /** For people who see all organizations; without it, their own. */
  organizationId?: string | undefined;
  field?: string | undefined;
  deployment?: string | undefined;
  source?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const pageSize = "100";
/** As many as one answer may have. */
export const mostChanges = 200;
type Query = Parameters<ReturnType<typeof api>["changes"]["$get"]>[0]["query"];

/** The changes that a filter matches, newest first, page after page. */
export const changesQuery = (asked: ChangesAsked) =>
  infiniteQueryOptions({
    queryKey: ["changes", asked.organizationId ?? "own", asked],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { ...asked, cursor, limit: pageSize } as Query;
      return await answerOf(api().changes.$get({ query }, { init: { signal } }));
    },
    // Those of another organization are never shown under the name of this one.
    placeholderData: (former, formerQuery) =>
      formerQuery?.queryKey[1] === (asked.organizationId ?? "own") ? former : undefined,
    ...paged,
  });

/** A deployment in the organization that it is shown of. */
export interface ChangedDeployment {
  id: string;
  organizationId: string;
}

/** Several deployments may have appeared in one change. The page of one shows it alone. */
const alone = (id: string, changes: readonly Change[]): Change[] =>
  changes.map((one) => ({ ...one, deployments: one.deployments.filter((each) => each.id === id) }));

/** How many changes the page of a deployment shows first. */
const ofDeployment = 20;

/** The changes of one deployment, newest first, page after page. @param limit how many a page has at most */
export const deploymentChangesQuery = ({ id, organizationId }: ChangedDeployment, limit = ofDeployment) =>
  infiniteQueryOptions({
    queryKey: ["changes", "of", organizationId, id, limit],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const query = { organizationId, limit: String(limit), cursor };
      const request = { param: { id }, query };
      const answer = await answerOf(api().deployments[":id"].changes.$get(request, { init: { signal } }));
      return { ...answer, changes: alone(id, answer.changes) };
    },
    ...paged,
  });

/** The newest changes of an organization within a time, or of one of its deployments. Times are in ISO 8601. */
export const changesInQuery = (asked: ChangesAsked) =>
  queryOptions({
    queryKey: ["changes", "in", asked],
    queryFn: async ({ signal }) => {
      const query = { ...asked, limit: String(mostChanges) } as Query;
      return (await answerOf(api().changes.$get({ query }, { init: { signal } }))).changes;
    },
  });

/** The newest changes of one deployment within a time. Times are Unix epochs in milliseconds. */
export const changesWithinQuery = ({ id, organizationId }: ChangedDeployment, from: number, to: number) =>
  queryOptions({
    queryKey: ["changes", "of", organizationId, id, from, to],
    queryFn: async ({ signal }) => {
      const times = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
      const request = { param: { id }, query: { organizationId, limit: String(mostChanges), ...times } };
      const answer = await api().deployments[":id"].changes.$get(request, { init: { signal } });
      return alone(id, (await answerOf(answer)).changes);
    },
  });
