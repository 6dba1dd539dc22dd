import { queryOptions } from "@tanstack/react-query";
import type { Deployment } from "@shardwatch/core/contract/deployment/deployment";
import type { History } from "@shardwatch/core/contract/history/history";
import type { HistoryStep } from "@shardwatch/core/contract/history/steps";
import type { HistoryMetric } from "@shardwatch/core/contract/catalogue/figures";
import { api } from "../client.ts";
import { answerOf } from "../request.ts";

/** Fixed ends in milliseconds, or the milliseconds before now; all of it so many milliseconds earlier. */
export type TimeRange = ({ from: number; to: number } | { last: number }) & { earlier?: number };

/** The ends of a range as the API takes them. @param now Unix epoch in milliseconds */
export function endsOf(range: TimeRange, now: number): { from: string; to: string } {
  const { from, to } = "last" in range ? { from: now - range.last, to: now } : range;
  const timeOf = (time: number) => new Date(Math.max(0, time - (range.earlier ?? 0))).toISOString();
  return { from: timeOf(from), to: timeOf(to) };
}

/** What is asked of the past of a deployment. */
export interface HistoryQuestion {
  metrics: readonly HistoryMetric[];
  /** "total", "each", or the id of a database. */
  database: string;
  range: TimeRange;
  /** The length of a step; undefined for the shortest that fits. */
  step?: HistoryStep;
}

/**
 * The past of a deployment's figures. While another range of the same databases loads, the answer before stays.
 * @param now gives Unix milliseconds
 */
export const historyQuery = (
  { id, organizationId, via }: Pick<Deployment, "id" | "organizationId" | "via">,
  { metrics, database, range, step }: HistoryQuestion,
  now: () => number = Date.now,
) =>
  queryOptions({
    queryKey: ["history", organizationId, id, metrics, database, range, step],
    placeholderData: (before: History | undefined, query) => {
      const [, ofOrganization, ofId, , ofDatabase] = query?.queryKey ?? [];
      const isSame = ofOrganization === organizationId && ofId === id && ofDatabase === database;
      return isSame ? before : undefined;
    },
    queryFn: async ({ signal }) => {
      const ends = endsOf(range, now());
      const steps = step && { step: `${step}` as const };
      const query = { metric: metrics.join(","), database, ...ends, ...steps, organizationId, via };
      return answerOf(api().deployments[":id"].history.$get({ param: { id }, query }, { init: { signal } }));
    },
  });
