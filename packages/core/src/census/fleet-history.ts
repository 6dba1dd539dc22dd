import type { MemberContext, Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { lookInto } from "../audit/bounded.ts";
import { deploymentType } from "../contract/deployment/deployment.ts";
import type { FleetHistory } from "../contract/history/fleet-history.ts";
import { countedStatuses } from "../contract/history/census.ts";
import { fleetMetricNames, figures } from "../contract/catalogue/figures.ts";
import { day, hour } from "../kit/time.ts";
import { isExpired } from "../table/schema.ts";
import { totalsKey, totalsOf } from "./census.keys.ts";
import { fleetRange, type FleetRange } from "./fleet-range.ts";
import { countAt, valueOf } from "./fleet-values.ts";
import { dateOf } from "./hours.ts";
import { organizationOf } from "./organization-of.ts";
import type { Totals } from "./totals-payload.ts";
import { readTotals } from "./totals.table.ts";

export interface FleetHistoryQuery {
  organizationId?: string | undefined;
  /** Unix epoch in milliseconds. Without it, now. */
  to?: number | undefined;
  /** Unix epoch in milliseconds. Without it, a day before. */
  from?: number | undefined;
}

/**
 * The past of all deployments of an organization together. One Query: 30 days cost 6 read units. Throws as
 * `organizationOf` and `fleetRange` do.
 */
export async function fleetHistory(ctx: MemberContext, query: FleetHistoryQuery): Promise<FleetHistory> {
  const organization = organizationOf(ctx, query.organizationId);
  const range = fleetRange(query, ctx.clock.now());
  if (organization === null) return answer(range, []);
  return answer(range, await lookInto(ctx, organization, hoursIn(ctx, organization, range)));
}

interface Hour {
  /** Unix epoch in milliseconds. */
  begin: number;
  totals: Totals;
}

/** The hours of a range that were counted, in the order of time. */
async function hoursIn(
  { table, clock }: Services,
  organization: OrganizationId,
  { from, to }: FleetRange,
): Promise<Hour[]> {
  const days = Math.ceil((Math.min(to, clock.now()) - from) / day) + 1;
  const hours: Hour[] = [];
  let after: string | undefined = totalsKey(organization, dateOf(from - day)).sk;
  for (let left = days; left > 0 && after !== undefined;) {
    const page: Awaited<ReturnType<typeof table.query>> = await table.query(totalsOf(organization), {
      after,
      limit: left,
      eventually: true,
    });
    const kept = page.rows.filter((row) => !isExpired(row, clock.now()));
    for (const { date, hours: ofDay } of kept.map(readTotals))
      for (const [index, totals] of ofDay.entries())
        if (totals) hours.push({ begin: Date.parse(date) + index * hour, totals });
    left -= page.rows.length;
    after = page.last;
  }
  return hours.filter(({ begin }) => begin >= from && begin < to);
}

type Values = (number | null)[];

function answer({ from, to, step }: FleetRange, hours: readonly Hour[]): FleetHistory {
  const byStep = Map.groupBy(hours, ({ begin }) => Math.floor((begin - from) / step));
  const steps = Array.from({ length: (to - from) / step }, (_, index) =>
    (byStep.get(index) ?? []).map(({ totals }) => totals),
  );
  const counts = (numberOf: (totals: Totals) => number): Values =>
    steps.map((each) => countAt(each, numberOf));
  const newest = hours.at(-1)?.begin;
  return {
    from: new Date(from).toISOString(),
    to: new Date(to).toISOString(),
    step: step === hour ? 3_600 : 86_400,
    newest: newest === undefined ? null : new Date(newest).toISOString(),
    types: deploymentType.options
      .map((type) => ({ type, values: counts(({ types }) => types[type]) }))
      .filter(({ values }) => values.some(Boolean)),
    statuses: countedStatuses
      .map((status) => ({ status, values: counts(({ statuses }) => statuses[status]) }))
      .filter(({ values }) => values.some(Boolean)),
    series: fleetMetricNames
      .map((metric) => ({
        metric,
        unit: figures[metric].unit,
        of: figures[metric].fleet,
        values: steps.map((each) => valueOf(metric, each)),
      }))
      .filter(({ values }) => values.some((value) => value !== null)),
  };
}
