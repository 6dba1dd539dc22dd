import { toCode } from "@shardwatch/core/kit/code16";
import { type SlotColumn, slotColumnNames, slotColumns } from "@shardwatch/core/contract/report/slot-columns";
import { reportLimits } from "../sources/report-limits.ts";
import { type Counter, counterNames } from "../sources/source.ts";
import type { Reading, Sample, Status } from "../sources/source.ts";

/** From the best to the worst. */
const statuses: readonly Status[] = [
  "active",
  "loading",
  "degraded",
  "unsupported",
  "denied",
  "down",
  "unreachable",
];
const worse = (one: Status, other: Status): Status =>
  statuses.indexOf(one) > statuses.indexOf(other) ? one : other;

/** A deployment in a slot that is over. Codes take a quarter of the memory of numbers. */
export interface FinishedDeployment {
  slot: number;
  status: Status;
  ids: readonly string[];
  /** The codes of all databases, column after column. */
  codes: Uint16Array;
}

/** The slot that is not over yet: what its readings said, one deployment after the other. */
export class OpenSlot {
  readonly slot: number;
  readonly #deployments = new Map<string, { status: Status; databases: Map<string, Accumulator> }>();

  constructor(slot: number) {
    this.slot = slot;
  }

  add({ deployment, samples = [] }: Reading): void {
    const { key, status } = deployment;
    const known = this.#deployments.get(key);
    const before = known?.databases ?? new Map<string, Accumulator>();
    // Only the databases of the last reading that has any: a server may list others each time, without an end.
    const databases =
      samples.length === 0
        ? before
        : new Map(
            samples.slice(0, reportLimits.databases).map((sample) => {
              const accumulator = before.get(sample.id) ?? new Accumulator();
              accumulator.add(sample);
              return [sample.id, accumulator];
            }),
          );
    this.#deployments.set(key, { status: known ? worse(known.status, status) : status, databases });
  }

  has(key: string): boolean {
    return this.#deployments.has(key);
  }

  /** What it has so far. It can go on. */
  finish(): Map<string, FinishedDeployment> {
    const finished = new Map<string, FinishedDeployment>();
    for (const [key, { status, databases }] of this.#deployments) {
      const rows = [...databases.values()];
      const codes = slotColumnNames.flatMap((name) =>
        rows.map((row) => {
          const figure = row.figure(name);
          return toCode(figure === null ? null : figure * slotColumns[name].perUnit);
        }),
      );
      const ids = [...databases.keys()];
      finished.set(key, { slot: this.slot, status, ids, codes: Uint16Array.from(codes) });
    }
    return finished;
  }
}

const largestOf = ["used", "clients", "lagBytes", "lagSeconds"] as const;
const lastOf = ["limit", "keys", "expiring", "fragmentation"] as const;

/** The figures of one database in a slot: the largest, the last, and means that are weighted by time. */
class Accumulator {
  readonly #figures = new Map<SlotColumn, number>();
  readonly #sums = new Map<SlotColumn, { count: number; seconds: number }>();

  add(sample: Sample): void {
    for (const name of largestOf) {
      const figure = sample[name];
      if (figure !== null) this.#figures.set(name, Math.max(figure, this.#figures.get(name) ?? 0));
    }
    for (const name of lastOf) {
      const figure = sample[name];
      if (figure !== null) this.#figures.set(name, figure);
    }
    // Until there is a rate. It takes two readings.
    if (sample.opsNow != null) this.#figures.set("ops", sample.opsNow);
    const { rates } = sample;
    if (rates) for (const name of counterNames) this.#addRate(name, rates[name], rates.seconds);
  }

  #addRate(name: Counter, rate: number | null, seconds: number): void {
    if (rate === null) return;
    const sum = this.#sums.get(name) ?? { count: 0, seconds: 0 };
    this.#sums.set(name, { count: sum.count + rate * seconds, seconds: sum.seconds + seconds });
  }

  /** Null for a figure that no reading had. */
  figure(name: SlotColumn): number | null {
    const sum = this.#sums.get(name);
    return sum ? sum.count / sum.seconds : (this.#figures.get(name) ?? null);
  }
}
