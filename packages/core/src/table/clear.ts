import { inBatches } from "../kit/in-batches.ts";
import type { Run } from "./keys.ts";
import type { Table } from "./table.ts";

/** How many rows one call may still delete. It counts down; the next call deletes the rest. */
export interface RowBudget {
  rows: number;
}

const atOnce = 25;

/**
 * Deletes the rows of a run except the named ones, as far as the budget goes. Safe to repeat. Returns whether
 * none is left.
 */
export async function clear(
  table: Table,
  run: Run,
  budget: RowBudget,
  except: readonly string[] = [],
): Promise<boolean> {
  for (;;) {
    const limit = Math.min(budget.rows, 1_000) + except.length;
    const { rows, last } = await table.query(run, { attributes: [], limit });
    const doomed = rows.filter((row) => !except.includes(row.sk)).slice(0, budget.rows);
    await inBatches(doomed, atOnce, (row) => table.remove(row));
    budget.rows -= doomed.length;
    // Query once more after the last row, to catch rows that were written during the deletion.
    if (last === undefined && doomed.length === 0) return true;
    if (budget.rows === 0) return false;
  }
}
