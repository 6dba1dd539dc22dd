import type { House } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { ConditionFailed } from "../../table/errors.ts";
import { deploymentKey } from "../../table/keys.ts";
import { readSummary } from "./deployment.table.ts";
import { refresh } from "./item-text.ts";
import { entriesOf, type PulseRow } from "./pulse.table.ts";

/**
 * A deployment that its source no longer reports keeps its last figures and time in its own row, as its entry is
 * about to leave the pulse. Each write is harmless when it is repeated.
 * @param staying ids of those that the pulse goes on telling
 */
export async function keepDeparted(
  house: House,
  organization: OrganizationId,
  pulse: PulseRow,
  staying: ReadonlySet<string>,
): Promise<void> {
  const departed = entriesOf(pulse);
  for (const id of staying) departed.delete(id);
  const keys = [...departed.keys()].map((id) => deploymentKey(organization, id));
  if (keys.length === 0) return;
  const rows = await house.table.batchGet(keys);
  const time = new Date(pulse.rx).toISOString();
  for (const [index, [, figures]] of [...departed].entries()) {
    const row = rows[index] && readSummary(rows[index]);
    const key = keys[index];
    if (!row || !key || !figures || !pulse.sk.startsWith(`PULSE#${row.owner}#`)) continue;
    const item = refresh(row.item, { rx: pulse.rx, time, figures }, pulse.rx);
    try {
      const change = { set: { item, last: JSON.stringify(figures) } };
      await house.table.update(key, change, [{ attribute: "at", is: "=", value: row.at }]);
    } catch (error) {
      // Deleted meanwhile, or another source wrote something newer: then there is nothing to keep.
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
}
