import { askedOrganization } from "../access/asked-organization.ts";
import type { ReaderContext, Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { withViewAudit } from "../audit/bounded.ts";
import { figures, type FleetMetric, fleetMetricNames, type ValueOf } from "../contract/catalogue/figures.ts";
import { deploymentType } from "../contract/deployment/deployment.ts";
import { countedStatuses } from "../contract/history/census.ts";
import type { FleetHistory } from "../contract/history/fleet-history.ts";
import { mostHistoryValues } from "../contract/history/steps.ts";
import { Problem } from "../kit/problem.ts";
import { day, hour } from "../kit/time.ts";
import { isExpired } from "../table/schema.ts";
import { totalsKey, totalsOf } from "./census.keys.ts";
import { dateOf } from "./hours.ts";
import type { TotalFigure, Totals } from "./totals-payload.ts";
import { readTotals } from "./totals.table.ts";

export interface FleetHistoryQuery {
  organizationId?: string | undefined;
  /** Unix epoch in milliseconds. Without it, now. */
  to?: number | undefined;
  /** Unix epoch in milliseconds. Without it, a day before. */
  from?: number | undefined;
}

/**
 * The organization whose past is asked for; null for a person without one. Throws forbidden for another organization,
 * and invalid when somebody who sees all organizations names none.
 */
export const chosenOrganization = (ctx: ReaderContext, named: string | undefined): OrganizationId | null =>
  askedOrganization(ctx, named, {
    forbidden: "You can only see the history of your own organization.",
    unnamed: "organizationId: must name the organization whose history is wanted",
  });

/**
 * The past of all deployments of an organization together. One Query: 30 days cost 6 read units. Throws as
 * `organizationOf` and `fleetRange` do.
 */
export async function fleetHistory(ctx: ReaderContext, query: FleetHistoryQuery): Promise<FleetHistory> {
  const organization = chosenOrganization(ctx, query.organizationId);
  const range = fleetRange(query, ctx.clock.now());
  if (organization === null) return answer(range, []);
  return answer(range, await withViewAudit(ctx, organization, hoursIn(ctx, organization, range)));
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
  const most = Math.ceil((Math.min(to, clock.now()) - from) / day) + 1;
  const after = totalsKey(organization, dateOf(from - day)).sk;
  const run = totalsOf(organization);
  const rows = most > 0 ? await table.queryFirst(run, most, { after, eventually: true }) : [];
  const hours: Hour[] = [];
  for (const { date, hours: ofDay } of rows.filter((row) => !isExpired(row, clock.now())).map(readTotals))
    for (const [index, totals] of ofDay.entries())
      if (totals) hours.push({ begin: Date.parse(date) + index * hour, totals });
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

/** A range in whole steps. Times are Unix epoch in milliseconds. */
interface FleetRange {
  from: number;
  /** The end of the last step. */
  to: number;
  /** In milliseconds: an hour or a day. */
  step: number;
}

/** Ranges up to this length have hours. */
const longestInHours = 31 * day;

/** The range that is asked for, widened to whole steps of UTC. Throws invalid for one that has no values, or too many. */
function fleetRange(asked: { from?: number | undefined; to?: number | undefined }, now: number): FleetRange {
  // The hour that begins now has its census already.
  const to = asked.to ?? now + 1;
  const from = asked.from ?? to - day;
  if (from >= to) throw wrong("from: must be before to");
  const step = to - from <= longestInHours ? hour : day;
  const whole = { from: Math.floor(from / step) * step, to: Math.ceil(to / step) * step, step } as const;
  const values = (whole.to - whole.from) / step;
  if (values > mostHistoryValues)
    throw wrong(`from: must be at most ${mostHistoryValues} days before to; this range has ${values}`);
  return whole;
}

const wrong = (detail: string) =>
  new Problem("invalid", "This range cannot be shown.", { details: [detail] });

type Value = number | null;

/** The known values of a step's hours, in the order of time, as one value; null without any. */
const ways: Readonly<Record<ValueOf, (known: readonly number[]) => Value>> = {
  last: (known) => known.at(-1) ?? null,
  largest: (known) => (known.length === 0 ? null : Math.max(...known)),
  mean: (known) => (known.length === 0 ? null : hundredths(sumOf(known) / known.length)),
};

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const hundredths = (value: number): number => Math.round(value * 100) / 100;

const known = (figure: TotalFigure, hours: readonly Totals[]): number[] =>
  hours.map((totals) => totals.figures[figure]).filter((value) => value !== null);

/** A number of deployments at the end of a step; null when nothing was counted in it. */
function countAt(hours: readonly Totals[], numberOf: (totals: Totals) => number): Value {
  const last = hours.at(-1);
  return last ? numberOf(last) : null;
}

/** The value of a metric in a step, from the totals of its hours. */
const valueOf = (metric: FleetMetric, hours: readonly Totals[]): Value =>
  metric === "hitRatio" ? hitRatio(hours) : ways[figures[metric].fleet](known(metric, hours));

/** Of all lookups together: a mean of ratios would give a quiet hour the weight of a busy one. */
function hitRatio(hours: readonly Totals[]): Value {
  const [hits, misses] = [sumOf(known("hits", hours)), sumOf(known("misses", hours))];
  return hits + misses === 0 ? null : hundredths((hits / (hits + misses)) * 100);
}
