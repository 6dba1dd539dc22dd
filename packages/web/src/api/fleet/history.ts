import { queryOptions } from "@tanstack/react-query";
import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import type { History } from "@shardwatch/core/contract/history/history";
import type { HistoryMetric } from "@shardwatch/core/contract/catalogue/figures";
import { api } from "../client.ts";
import { answerOf } from "../request.ts";

/** Fixed ends in milliseconds, or the milliseconds before now. */
export type TimeRange = { from: number; to: number } | { last: number };

/** The ends of a range as the API takes them. @param now Unix epoch in milliseconds */
export function endsOf(range: TimeRange, now: number): { from: string; to: string } {
  const { from, to } = "last" in range ? { from: now - range.last, to: now } : range;
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}

/** What is asked of the past of a deployment. */
export interface HistoryQuestion {
  metrics: readonly HistoryMetric[];
  /** "total", "each", or the id of a database. */
  database: string;
  range: TimeRange;
}

/**
 * The past of a deployment's figures. While another range of the same databases loads, the answer before stays.
 * @param now gives Unix milliseconds
 */
export const historyQuery = (
  { id, organizationId, via }: Pick<Deployment, "id" | "organizationId" | "via">,
  { metrics, database, range }: HistoryQuestion,
  now: () => number = Date.now,
) =>
  queryOptions({
    queryKey: ["history", organizationId, id, metrics, database, range],
    placeholderData: (before: History | undefined, query) => {
      const [, ofOrganization, ofId, , ofDatabase] = query?.queryKey ?? [];
      const isSame = ofOrganization === organizationId && ofId === id && ofDatabase === database;
      return isSame ? before : undefined;
    },
    queryFn: async ({ signal }) => {
      const query = { metric: metrics.join(","), database, ...endsOf(range, now()), organizationId, via };
      return answerOf(api().deployments[":id"].history.$get({ param: { id }, query }, { init: { signal } }));
    },
  });
