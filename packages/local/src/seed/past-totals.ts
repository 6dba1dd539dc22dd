import { count } from "@shardwatch/core/census/count";
import { type TotalFigure, type Totals, totalFigures } from "@shardwatch/core/census/totals-payload";
import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";
import type { ColumnValues } from "@shardwatch/core/contract/report/slot-columns";
import { day, hour } from "@shardwatch/core/kit/time";
import { type DeploymentPast, statusAt } from "./past-events.ts";
import { itemFrom, type PastColumns } from "./past-item.ts";

interface Sums {
  types: Record<keyof Totals["types"], number>;
  statuses: Record<keyof Totals["statuses"], number>;
  figures: Record<TotalFigure, number | null>;
}

const rates = ["ops", "clients", "hits", "misses"] as const;

const sumOf = (column: ColumnValues | undefined): number =>
  (column ?? []).reduce<number>((sum, value) => sum + (value ?? 0), 0);

/** Adds up what the deployments of a demo fleet did in each hour, as the census does. */
export class PastTotals {
  /** By day and by the begin of the hour. */
  readonly #days = new Map<number, Map<number, Sums>>();

  /** Adds a deployment as it was at the begin of an hour. */
  add(at: number, item: DeploymentListItem, past: DeploymentPast, databases: PastColumns): void {
    const begun = at - (at % hour);
    const dayNumber = Math.floor(at / day);
    const hours = this.#days.get(dayNumber) ?? new Map<number, Sums>();
    const sums: Sums = hours.get(begun) ?? count([], new Map());
    this.#days.set(dayNumber, hours.set(begun, sums));
    const then = count([itemFrom(item, past, at, databases)], new Map());
    for (const [name, value] of entries(then.types)) sums.types[name] += value;
    for (const [name, value] of entries(then.statuses)) sums.statuses[name] += value;
    const figures = { ...then.figures };
    if (databases.ops && statusAt(past, at) === "active") {
      figures.measured = 1;
      for (const rate of rates) figures[rate] = sumOf(databases[rate]);
    }
    for (const name of totalFigures) {
      const value = figures[name];
      if (value !== null) sums.figures[name] = (sums.figures[name] ?? 0) + value;
    }
  }

  /** Those of a day, by the begin of their hour. @param dayNumber counted from 1970-01-01 */
  ofDay(dayNumber: number): ReadonlyMap<number, Totals> {
    return this.#days.get(dayNumber) ?? new Map();
  }
}

const entries = <K extends string>(record: Readonly<Record<K, number>>): [K, number][] =>
  Object.entries(record) as [K, number][];
