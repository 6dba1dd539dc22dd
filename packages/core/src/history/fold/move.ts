import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { TakeAlong } from "../../deployment/lifecycle/move.ts";
import type { Move } from "../../deployment/lifecycle/move-pulses.ts";
import { trailsKeptFor } from "../../contract/history/steps.ts";
import { inBatches } from "../../kit/in-batches.ts";
import type { RowBudget } from "../../table/clear.ts";
import { tryWrite } from "../../table/errors.ts";
import { partitionOf } from "../../table/keys.ts";
import type { StoredRow } from "../../table/row.ts";
import { expiresAt } from "../../table/schema.ts";
import type { Table } from "../../table/table.ts";
import { trailsOfSource } from "../trail.keys.ts";
import { daysOf, hoursOf } from "./folded.keys.ts";
import { trailMoveKey, trailMoveKind } from "./progress.table.ts";

/*
 * The past moves with its source and its deployments. Trails are copied: deployments that stay need them, too, and
 * they expire. What a later report wrote in the new organization stays as it is.
 */

const atOnce = 25;
const rowsOfPage = 100;

/** Takes the hours and days of a deployment along. The former organization forgets them later. */
export const takeFoldedAlong: TakeAlong = async ({ table }, { from, to }, id) => {
  let copied = 0;
  for (const run of [hoursOf(from, id), daysOf(from, id)]) {
    let after: string | undefined;
    // The past of thousands of databases has tens of megabytes.
    do {
      const { rows, last } = await table.query(run, { after });
      await copy(table, rows, to);
      copied += rows.length;
      after = last;
    } while (after !== undefined);
  }
  return copied;
};

interface TrailMove extends Pick<Move, "from" | "to" | "sources"> {
  /** Of the invitation that the move follows from. */
  id: string;
}

/**
 * Copies the five-minute values of sources that have moved, as many rows as the budget allows. Safe to repeat: a copy
 * that was cut off continues where it was. Returns whether nothing is left to copy.
 */
export async function moveTrails(
  services: Services,
  { sources, ...between }: TrailMove,
  budget: RowBudget,
): Promise<boolean> {
  for (const source of sources) if (!(await moveTrailsOf(services, source, between, budget))) return false;
  return true;
}

async function moveTrailsOf(
  { table, clock }: Services,
  source: string,
  { from, to, id }: Omit<TrailMove, "sources">,
  budget: RowBudget,
): Promise<boolean> {
  const key = trailMoveKey(to, source, id);
  const progress = await table.get(key);
  let after = progress && trailMoveKind.read(progress).after;
  const end = expiresAt(clock.now() + trailsKeptFor);
  for (;;) {
    const { rows, last } = await table.query(trailsOfSource(from, source), { after, limit: rowsOfPage });
    if (rows.length === 0) return true;
    if (budget.rows <= 0) return false;
    await copy(table, rows, to);
    budget.rows -= rows.length;
    after = rows.at(-1)?.sk ?? after;
    if (after !== undefined) await table.put({ ...key, ...trailMoveKind.write({ after }), ...end });
    if (last === undefined) return true;
  }
}

/** Copies rows to another organization, unless they are there. */
async function copy(table: Table, rows: readonly StoredRow[], to: OrganizationId): Promise<void> {
  await inBatches(rows, atOnce, async (row) => {
    await tryWrite(table.put({ ...row, pk: partitionOf(to) }, [{ exists: false }]));
  });
}
