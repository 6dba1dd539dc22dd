import { everything, type Filter, withTerm } from "@shardwatch/core/contract/filter/filter";
import { parametersOf } from "@shardwatch/core/contract/filter/format";
import type { MemoryOutlook, OutlookAnswer } from "@shardwatch/core/contract/outlook/outlook";
import { queryOptions } from "@tanstack/react-query";
import { allPages, wholeFile } from "../all-pages.ts";
import { api } from "../client.ts";
import { answerOf } from "../request.ts";

/** What is asked of the outlook: of which databases. */
interface Asked {
  /** For people who see all organizations; others have one. */
  organizationId: string | undefined;
  /** Without the organization. */
  filter: Filter;
}

type Query = Omit<Parameters<ReturnType<typeof api>["outlook"]["$get"]>[0]["query"], "cursor" | "limit">;

const parametersFor = ({ organizationId, filter }: Asked): Query => ({
  ...Object.fromEntries(parametersOf(filter)),
  ...(organizationId !== undefined && { organizationId }),
});

/** As many as one answer may have: each reads the whole fleet. */
const mostItems = "1000";

/** The outlook with the items of all pages, and without a cursor. */
export type WholeOutlook = Omit<OutlookAnswer, "nextCursor">;

/** GET /outlook, page after page. The counts are those of the first one. @throws ApiError */
async function wholeOutlook(query: Query, signal: AbortSignal): Promise<WholeOutlook> {
  let first: OutlookAnswer | undefined;
  const items = await allPages<MemoryOutlook>(async (page) => {
    const asked = { ...query, ...page, limit: mostItems };
    const answer = await answerOf(api().outlook.$get({ query: asked }, { init: { signal } }));
    first ??= answer;
    return [answer.items, answer.nextCursor];
  });
  if (!first) throw new Error("The outlook has no first page");
  const { asOf, counts, total } = first;
  return { asOf, counts, total, items };
}

/** The first part of the keys of all answers. */
export const outlookKey = "outlook";

/**
 * When the memory of an organization's databases is full. The former answer stays until the next one is there, unless it is
 * of another organization.
 */
export function outlookQuery(asked: Asked) {
  const query = parametersFor(asked);
  const whose = asked.organizationId ?? "own";
  return queryOptions({
    queryKey: [outlookKey, whose, query],
    queryFn: ({ signal }) => wholeOutlook(query, signal),
    placeholderData: (former, formerQuery) => (formerQuery?.queryKey[1] === whose ? former : undefined),
  });
}

/** The same of each database of a deployment, also of those that do not grow. */
export function deploymentOutlookQuery(id: string, organizationId: string | undefined) {
  const filter = withTerm(everything, "id", { any: [{ word: id }], none: [] });
  const query = { ...parametersFor({ organizationId, filter }), all: "true" as const };
  return queryOptions({
    queryKey: ["deployment-outlook", organizationId ?? "own", id],
    queryFn: ({ signal }) => wholeOutlook(query, signal),
  });
}

/** GET /outlook.csv: what a filter matches, as the text of one file. @throws ApiError */
export const outlookCsv = (asked: Asked): Promise<string> =>
  wholeFile((page) => api()["outlook.csv"].$get({ query: { ...parametersFor(asked), ...page } }));
