import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { tryWrite } from "../table/errors.ts";
import { addTotals } from "./totals.table.ts";
import type { Totals } from "./totals-payload.ts";

/** Stores the totals of an hour, unless it has some. */
export async function storeTotals(
  { table }: Services,
  organization: OrganizationId,
  at: number,
  totals: Totals,
): Promise<void> {
  const { update, change, when } = addTotals(organization, at, totals);
  await tryWrite(table.update(update, change, when));
}
