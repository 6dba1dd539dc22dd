import type { House } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { ConditionFailed } from "../../table/errors.ts";
import { deploymentKey } from "../../table/keys.ts";
import { readSummary } from "./deployment.table.ts";
import { refresh } from "./item-text.ts";
import { entriesOf, type PulseRow } from "./pulse.table.ts";

/**
 * Copies the figures of deployments that are about to leave a pulse into their own rows, with their time. So a deployment
 * that its source no longer reports keeps what was last known. Safe to repeat.
 * @param staying ids of those that stay in the pulse
 */
export async function preserveLastFigures(
  house: House,
  organization: OrganizationId,
  pulse: PulseRow,
  staying: ReadonlySet<string>,
): Promise<void> {
  const leaving = entriesOf(pulse);
  for (const id of staying) leaving.delete(id);
  const keys = [...leaving.keys()].map((id) => deploymentKey(organization, id));
  if (keys.length === 0) return;
  const rows = await house.table.batchGet(keys);
  const time = new Date(pulse.rx).toISOString();
  for (const [index, [, figures]] of [...leaving].entries()) {
    const row = rows[index] && readSummary(rows[index]);
    const key = keys[index];
    if (!row || !key || !figures || !pulse.sk.startsWith(`PULSE#${row.owner}#`)) continue;
    const item = refresh(row.item, { rx: pulse.rx, time, figures }, pulse.rx);
    try {
      const change = { set: { item, last: JSON.stringify(figures) } };
      await house.table.update(key, change, [{ attribute: "at", is: "=", value: row.at }]);
    } catch (error) {
      // The row was deleted, or another source wrote something newer: there is nothing to keep.
      if (!(error instanceof ConditionFailed)) throw error;
    }
  }
}

/** Deletes the pulse of a silent agent; its deployments keep their last figures. Throws ConditionFailed if it is no longer silent. */
export async function forgetPulse(
  house: House,
  organization: OrganizationId,
  pulse: PulseRow,
): Promise<void> {
  await preserveLastFigures(house, organization, pulse, new Set());
  await house.table.remove(pulse, [{ attribute: "rx", is: "=", value: pulse.rx }]);
}
