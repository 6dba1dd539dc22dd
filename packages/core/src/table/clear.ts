import { inBatches } from "../kit/in-batches.ts";
import type { Run } from "./keys.ts";
import type { Table } from "./table.ts";

/** How many rows one call may still delete: it counts down, and what is left over is for the next call. */
export interface RowBudget {
  rows: number;
}

const atOnce = 25;

/**
 * Deletes the rows of a run except those named, as far as the budget goes; safe to repeat. Returns whether none is
 * left.
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
    // Looks once more after the last row: what was written meanwhile beside one that still stood is there now.
    if (last === undefined && doomed.length === 0) return true;
    if (budget.rows === 0) return false;
  }
}
