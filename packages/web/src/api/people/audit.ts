import { infiniteQueryOptions } from "@tanstack/react-query";
import { paged, wholeFile } from "../all-pages.ts";
import { api } from "../client.ts";
import { answerOf } from "../request.ts";

/** What the audit is asked for. Absent parts want all; times are in ISO 8601. */
export interface AuditAsked {
  /** For people who see all organizations; without it, their own. */
  organizationId?: string | undefined;
  actor?: string | undefined;
  action?: string | undefined;
  object?: string | undefined;
  result?: string | undefined;
  search?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

const pageSize = "50";

/** The API checks the words, because an address can hold any. */
type Query = Parameters<ReturnType<typeof api>["audit"]["$get"]>[0]["query"];

/** The events that a filter matches, newest first, page after page. */
export const auditQuery = (asked: AuditAsked) =>
  infiniteQueryOptions({
    queryKey: ["audit", asked],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...asked, cursor: pageParam, limit: pageSize } as Query;
      return await answerOf(api().audit.$get({ query }, { init: { signal } }));
    },
    ...paged,
  });

/** GET /audit.csv: all events that a filter matches, as the text of one file. @throws ApiError */
export const auditCsv = (asked: AuditAsked): Promise<string> =>
  wholeFile((page) => api()["audit.csv"].$get({ query: { ...asked, ...page } as Query }));
