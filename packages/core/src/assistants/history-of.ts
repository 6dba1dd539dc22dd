import { figures, type HistoryMetric } from "../contract/catalogue/figures.ts";
import { historyOf as schemas } from "../contract/assistants/details.ts";
import type { Cell } from "../contract/assistants/parts.ts";
import type { History } from "../contract/history/history.ts";
import { type HistoryStep, historySteps, isKept } from "../contract/history/steps.ts";
import { history } from "../history/chart/history.ts";
import { wrongFields } from "../kit/problem.ts";
import { day, second } from "../kit/time.ts";
import { tableOf } from "./explain-incident.ts";
import { ownIn } from "./listed.ts";
import { tool } from "./tool.ts";

/** The most points of an answer. */
const mostPoints = 100;
const longestGaps = 2_000;

export const historyOf = tool({
  name: "history_of",
  title: "History of a figure",
  description:
    "The past of one figure of a deployment over time: how did its memory, keys, clients, hit ratio or commands a second develop, when was it busiest, what was it on average, and when did no values come. At most 100 values.",
  ...schemas,
  async answer(ctx, { deployment, metric, database, from: begin, to: end }) {
    // A tool answers one series. A chart has all of them.
    if (database === "each") throw wrongFields([`database: must be "total" or the id of a database`]);
    const now = ctx.clock.now();
    const to = end === undefined ? now : Date.parse(end);
    const from = begin === undefined ? to - day : Date.parse(begin);
    const step = stepOf(from, to, now);
    const question = { organizationId: ownIn(ctx), metrics: [metric], database, from, to, step };
    const found = await history(ctx, deployment, question);
    const values = found.series[0]?.values ?? [];
    const notes = [
      ...found.unknown.map(({ reason }) => reason),
      ...(metric === "utilization" && database === "total" ? [ofTheWhole] : []),
    ];
    return {
      structured: {
        as_of: new Date(now).toISOString(),
        id: deployment,
        metric,
        unit: figures[metric].unit,
        of: figures[metric].of,
        from: found.from,
        to: found.to,
        step_seconds: found.step,
        values,
        summary: summaryOf(found, values, metric),
        gaps: tableOf(["from", "to", "status"], gapsOf(found, values), longestGaps),
        notes: notes.length > 0 ? notes : undefined,
      },
    };
  },
});

/** Lists and explain_deployment have another figure by that name. */
const ofTheWhole = "This is of all databases together. The util of lists is that of the fullest one.";

/** The shortest step that is kept for so long, and that has few enough points. */
function stepOf(from: number, to: number, now: number): HistoryStep {
  if (from >= to) throw wrongFields(["from: must be before to"]);
  const fits = (step: HistoryStep) => {
    const length = step * second;
    return Math.ceil(to / length) - Math.floor(from / length) <= mostPoints && isKept(step, from, now);
  };
  const step = historySteps.find(fits);
  if (step === undefined) throw wrongFields([`from: must be at most ${mostPoints - 1} days before to`]);
  return step;
}

const timeOf = ({ from, step }: History, index: number): string =>
  new Date(Date.parse(from) + index * step * second).toISOString();

type Values = readonly (number | null)[];

/** The largest, the smallest and the mean of the known values. Undefined where none is known. */
function summaryOf(found: History, values: Values, metric: HistoryMetric): string | undefined {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  const [first] = known;
  if (!first) return undefined;
  const largest = known.reduce((most, one) => (one.value > most.value ? one : most), first);
  const smallest = known.reduce((least, one) => (one.value < least.value ? one : least), first);
  const mean = known.reduce((sum, { value }) => sum + value, 0) / known.length;
  const said = (name: string, { value, index }: typeof first) =>
    `${name} ${value} at ${timeOf(found, index)}`;
  const unit = figures[metric].unit === "perSecond" ? "a second" : figures[metric].unit;
  return `${said("Largest", largest)}, ${said("smallest", smallest)}, mean ${Math.round(mean * 100) / 100} (${unit}). ${known.length} of ${values.length} values are known.`;
}

/** Steps without a value that follow each other, with the status that they began with. */
function gapsOf(found: History, values: Values): Cell[][] {
  const statuses = found.status.flatMap(([status, count]) => Array.from({ length: count }, () => status));
  const gaps: Cell[][] = [];
  for (const [index, value] of values.entries()) {
    if (value !== null) continue;
    const isNew = index === 0 || values[index - 1] !== null;
    const until = timeOf(found, index + 1);
    const last = gaps.at(-1);
    if (isNew || !last) gaps.push([timeOf(found, index), until, statuses[index] ?? null]);
    else last[1] = until;
  }
  return gaps;
}
