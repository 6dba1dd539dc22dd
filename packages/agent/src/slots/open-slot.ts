import { toCode } from "@shardwatch/core/kit/code16";
import { type SlotColumn, slotColumnNames, slotColumns } from "@shardwatch/core/contract/slot-columns";
import { reportLimits } from "../sources/report-limits.ts";
import type { Reading, Sample, Status } from "../sources/source.ts";

/** From the best to the worst. */
const statuses: readonly Status[] = ["active", "loading", "degraded", "unsupported", "denied", "unreachable"];
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

  finish(): Map<string, FinishedDeployment> {
    const finished = new Map<string, FinishedDeployment>();
    for (const [key, { status, databases }] of this.#deployments) {
      const rows = [...databases.values()].map((one) => one.figures());
      const codes = slotColumnNames.flatMap((name) =>
        rows.map((row) => {
          const figure = row[name];
          return toCode(figure === null ? null : figure * slotColumns[name].perUnit);
        }),
      );
      const ids = [...databases.keys()];
      finished.set(key, { slot: this.slot, status, ids, codes: Uint16Array.from(codes) });
    }
    return finished;
  }
}

type Counter = "ops" | "hits" | "misses" | "evicted";
const counterNames: readonly Counter[] = ["ops", "hits", "misses", "evicted"];

/** The figures of one database in a slot: the largest, the last, and means that are weighted by time. */
class Accumulator {
  #used: number | null = null;
  #clients: number | null = null;
  #last: Pick<Sample, "limit" | "keys" | "expiring"> = { limit: null, keys: null, expiring: null };
  readonly #sums = new Map<Counter, { count: number; seconds: number }>();

  add({ used, limit, clients, keys, expiring, rates }: Sample): void {
    this.#used = larger(this.#used, used);
    this.#clients = larger(this.#clients, clients);
    const { limit: before, ...last } = this.#last;
    this.#last = { limit: limit ?? before, keys: keys ?? last.keys, expiring: expiring ?? last.expiring };
    for (const name of rates ? counterNames : [])
      this.#addRate(name, rates?.[name] ?? null, rates?.seconds ?? 0);
  }

  #addRate(name: Counter, rate: number | null, seconds: number): void {
    if (rate === null) return;
    const sum = this.#sums.get(name) ?? { count: 0, seconds: 0 };
    this.#sums.set(name, { count: sum.count + rate * seconds, seconds: sum.seconds + seconds });
  }

  #mean(name: Counter): number | null {
    const sum = this.#sums.get(name);
    return sum ? sum.count / sum.seconds : null;
  }

  figures(): Record<SlotColumn, number | null> {
    return {
      used: this.#used,
      clients: this.#clients,
      ...this.#last,
      ops: this.#mean("ops"),
      hits: this.#mean("hits"),
      misses: this.#mean("misses"),
      evicted: this.#mean("evicted"),
    };
  }
}

function larger(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.max(one, other);
}
