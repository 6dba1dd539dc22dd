import { detailedEveryMinutes } from "../contract/history/detailed-history.ts";
import type { ColumnValues } from "../contract/report/slot-columns.ts";
import { type Slot, slotAt, slotLength } from "../history/slots.ts";
import { minute } from "../kit/time.ts";
import type {
  AccountReader,
  Cache,
  FigureQuestion,
  MemoryGauge,
  MetricNode,
  NodeFigure,
} from "../ports/elasticache.ts";
import { databaseId, hasFigures } from "./map.ts";

/** A tick is not exact to the second. */
const tolerance = minute;
/** CloudWatch has a value one to three minutes after its minute. */
const lateness = 3 * minute;
/**
 * How many slots one reading asks for: those of three hours. The price does not depend on their number. So a late value
 * comes with the next reading, and two readings may fail.
 */
const slotsOfReading = 36;

/**
 * What CloudWatch has beside memory. It has no count of all commands of a node, and no count of a serverless cache's
 * misses.
 */
const figuresOf: Record<MetricNode["kind"], readonly NodeFigure[]> = {
  node: ["clients", "keys", "hits", "misses", "evicted"],
  serverless: ["ops", "clients", "keys", "evicted"],
};
const allFigures: readonly NodeFigure[] = [...new Set(Object.values(figuresOf).flat())];

/** The nodes that are asked about a shard: its primary, or all of them where nobody knows the primary. */
const nodesOf = ({ kind, id, others = [] }: MemoryGauge): MetricNode[] =>
  [id, ...others].map((one) => ({ kind, id: one }));

/** With data tiering, the number of keys is split into two metrics. */
const isAsked = ({ tiered }: MemoryGauge, figure: NodeFigure) => !(tiered && figure === "keys");

const questionsOf = ({ gauges }: Cache): FigureQuestion[] =>
  gauges.flatMap((gauge) =>
    nodesOf(gauge).flatMap((node) =>
      figuresOf[node.kind].filter((figure) => isAsked(gauge, figure)).map((figure) => ({ node, figure })),
    ),
  );

/** How many metrics a reading of these caches takes. */
export const metricsOf = (caches: readonly Cache[]): number =>
  caches.reduce((sum, cache) => sum + questionsOf(cache).length, 0);

/** When the details of an account were last asked for, as a Unix epoch in milliseconds, and where that failed. */
export interface DetailsState {
  at: number;
  failed: string[];
}

/** The figures of caches by slot and database. */
export type DetailFigures = ReadonlyMap<number, ReadonlyMap<string, Figures>>;
type Figures = Partial<Record<NodeFigure, number>>;

export interface Details {
  figures: DetailFigures;
  state: DetailsState;
}

/**
 * The further figures of all caches of an account, once an hour. Undefined when they are not due, and when there is
 * nothing to ask for. Every question is a metric on the customer's bill.
 */
export async function readDetails(
  reader: AccountReader,
  caches: ReadonlyMap<string, readonly Cache[]>,
  before: DetailsState | undefined,
  now: number,
): Promise<Details | undefined> {
  if (before && now - before.at < detailedEveryMinutes * minute - tolerance) return undefined;
  const asked = [...caches]
    .map(([region, list]) => [region, list.filter(hasFigures)] as const)
    .filter(([, list]) => list.length > 0);
  if (asked.length === 0) return undefined;
  const end = slotAt(now - lateness);
  const slots = Array.from({ length: slotsOfReading }, (_, index) => end - slotsOfReading + index);
  const span = { from: (end - slotsOfReading) * slotLength, until: end * slotLength };
  const figures = new Map(slots.map((slot) => [slot, new Map<string, Figures>()]));
  const failed: string[] = [];
  const read = async (region: string, list: readonly Cache[]) => {
    const questions = list.flatMap(questionsOf);
    const answer = await reader.figures(region, questions, span);
    if (answer.outcome !== "ok") return void failed.push(region);
    const values = new Map(questions.map((question, index) => [keyOf(question), answer.value[index]]));
    for (const [slot, databases] of figures)
      for (const cache of list) {
        const found = figuresAt(cache, (question) => values.get(keyOf(question))?.get(slot * slotLength));
        if (Object.keys(found).length > 0) databases.set(databaseId(region, cache), found);
      }
  };
  await Promise.all(asked.map(([region, list]) => read(region, list)));
  return { figures, state: { at: now, failed: failed.toSorted() } };
}

const keyOf = ({ node: { kind, id }, figure }: FigureQuestion): string => `${kind}/${id}/${figure}`;

/** The figures of a cache over all its shards. One is absent when a node lacks it: a partial sum would look complete. */
function figuresAt({ gauges }: Cache, valueOf: (question: FigureQuestion) => number | undefined): Figures {
  const found = allFigures.flatMap((figure): [NodeFigure, number][] => {
    const shards = gauges.map((gauge) => {
      const values = nodesOf(gauge).flatMap((node) => valueOf({ node, figure }) ?? []);
      if (values.length < nodesOf(gauge).length) return undefined;
      // Replicas hold the same keys, and have clients and lookups of their own.
      return figure === "keys" ? Math.max(...values) : sum(values);
    });
    const known = shards.filter((value) => value !== undefined);
    return known.length === gauges.length && known.length > 0 ? [[figure, sum(known)]] : [];
  });
  return Object.fromEntries(found);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

/**
 * Details as slots of the account's deployment. A slot without any figure is left out.
 * @param ids the databases that the deployment shows
 */
export function slotsOf(deployment: string, figures: DetailFigures, ids: readonly string[]): Slot[] {
  return [...figures].flatMap(([slot, databases]) => {
    const known = ids.filter((id) => databases.has(id));
    if (known.length === 0) return [];
    const columns = allFigures.flatMap((figure): [NodeFigure, ColumnValues][] => {
      const column = known.map((id) => databases.get(id)?.[figure] ?? null);
      return column.some((value) => value !== null) ? [[figure, column]] : [];
    });
    const read = { ids: known, ...Object.fromEntries(columns) };
    // CloudWatch had values, so the account was well, whether or not it was read then.
    return [{ slot, deployments: [{ id: deployment, status: "active", databases: read }] }];
  });
}
