import { setTimeout as sleep } from "node:timers/promises";
import type { Services } from "@shardwatch/core/access/context";
import type { Write } from "@shardwatch/core/table/table";

/** Rows of one transaction. More would keep others waiting for the database. */
const mostRows = 25;
/** DynamoDB takes 4 MB. The largest rows of demo data have 300 KB. */
const mostBytes = 1_000_000;

/** Collects writes and makes them in few transactions: the embedded database takes them six times faster. */
export class Bulk {
  readonly #table: Services["table"];
  #writes: Write[] = [];
  #bytes = 0;

  constructor({ table }: Pick<Services, "table">) {
    this.#table = table;
  }

  async add(writes: readonly Write[]): Promise<void> {
    for (const write of writes) {
      const bytes = sizeOf(rowOf(write));
      if (this.#writes.length === mostRows || this.#bytes + bytes > mostBytes) await this.flush();
      this.#writes.push(write);
      this.#bytes += bytes;
    }
  }

  /** Makes the writes that are left. */
  async flush(): Promise<void> {
    const writes = this.#writes;
    this.#writes = [];
    this.#bytes = 0;
    if (writes.length === 0) return;
    await this.#table.transact(writes);
    // What waits for the database comes before the next transaction.
    await sleep(1);
  }
}

/** What a write stores. */
function rowOf(write: Write): object {
  if ("put" in write) return write.put;
  return "update" in write ? (write.change.set ?? {}) : {};
}

const sizeOf = (row: object): number =>
  Object.values(row).reduce<number>(
    (sum, value: unknown) =>
      sum + (typeof value === "string" || value instanceof Uint8Array ? value.length : 8),
    0,
  );
