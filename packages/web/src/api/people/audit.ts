import { infiniteQueryOptions } from "@tanstack/react-query";
import { nextCursor } from "../../lib/address/next-cursor.ts";
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

type Query = Parameters<ReturnType<typeof api>["audit"]["$get"]>[0]["query"];

/** The parameters of a request. The API checks the words, because an address can hold any. */
const parametersFor = (asked: AuditAsked, cursor: string | undefined) =>
  Object.fromEntries(
    Object.entries({ ...asked, cursor }).filter(([, value]) => value !== undefined),
  ) as Query;

/** The events that a filter matches, newest first, page after page. */
export const auditQuery = (asked: AuditAsked) =>
  infiniteQueryOptions({
    queryKey: ["audit", asked],
    queryFn: async ({ pageParam, signal }) => {
      const query = { ...parametersFor(asked, pageParam), limit: pageSize };
      return await answerOf(api().audit.$get({ query }, { init: { signal } }));
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextCursor: next }) => next,
  });

/** GET /audit.csv: all events that a filter matches, as the text of one file. @throws ApiError */
export async function auditCsv(asked: AuditAsked): Promise<string> {
  const texts: string[] = [];
  let cursor: string | undefined;
  do {
    const answer = await api()["audit.csv"].$get({ query: parametersFor(asked, cursor) });
    if (!answer.ok) await answerOf(answer);
    texts.push(await answer.text());
    cursor = nextCursor(answer.headers.get("link"));
  } while (cursor !== undefined);
  return texts.join("");
}
