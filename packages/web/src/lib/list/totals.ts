import type { DeploymentListItem } from "@shardwatch/core/contract/deployment/deployment";

/** What the rows of a view add up to. Bytes are decimal strings; null when no row has them. */
export interface ListTotals {
  deployments: number;
  databases: number;
  used: string | null;
  /** Of the deployments that have a limit. */
  limit: string | null;
  /** How many deployments have databases without a limit. */
  unlimited: number;
}

/** Below this, sums of numbers are exact. A single count of 15 digits never passes it. */
const safe = 2 ** 52;
const safeDigits = 15;

/** Adds decimal strings exactly. Most are small, and numbers add a hundred times faster than big integers. */
export class Sum {
  private big = 0n;
  private small = 0;
  private any = false;

  add(text: string | null): void {
    if (text === null) return;
    this.any = true;
    if (text.length > safeDigits) this.big += BigInt(text);
    else this.small += Number(text);
    if (this.small < safe) return;
    this.big += BigInt(this.small);
    this.small = 0;
  }

  get text(): string | null {
    return this.any ? String(this.big + BigInt(this.small)) : null;
  }
}

/** Adds up the rows. */
export function totalsOfList(rows: readonly DeploymentListItem[]): ListTotals {
  const [used, limit] = [new Sum(), new Sum()];
  let [databases, unlimited] = [0, 0];
  for (const row of rows) {
    databases += row.databaseCount;
    used.add(row.memoryUsed);
    limit.add(row.memoryLimit === "0" ? null : row.memoryLimit);
    const some = row.facts?.unlimited ?? (row.memoryLimit === "0" ? row.databaseCount : 0);
    if (some > 0) unlimited += 1;
  }
  return { deployments: rows.length, databases, used: used.text, limit: limit.text, unlimited };
}
