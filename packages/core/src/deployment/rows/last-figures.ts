import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { tryWrite } from "../../table/errors.ts";
import { deploymentKey, isPulseOf } from "./deployment.keys.ts";
import { keepFigures, readSummary } from "./deployment.table.ts";
import { packLast } from "./figures.ts";
import { invalidateUnreported } from "./fleet.table.ts";
import { refresh } from "./item-text.ts";
import { entriesOf, type PulseRow, stillReceivedAt } from "./pulse.table.ts";

/**
 * Copies the figures of deployments that are about to leave a pulse into their own rows, with their time. So
 * a deployment that its source no longer reports keeps its last known figures. Safe to repeat.
 * @param staying ids of those that stay in the pulse
 */
export async function preserveLastFigures(
  services: Services,
  organization: OrganizationId,
  pulse: PulseRow,
  staying: ReadonlySet<string>,
): Promise<void> {
  const leaving = entriesOf(pulse);
  for (const id of staying) leaving.delete(id);
  const keys = [...leaving.keys()].map((id) => deploymentKey(organization, id));
  if (keys.length === 0) return;
  const rows = await services.table.batchGet(keys);
  const time = new Date(pulse.receivedAt).toISOString();
  for (const [index, [, figures]] of [...leaving].entries()) {
    const row = rows[index] && readSummary(rows[index]);
    const key = keys[index];
    if (!row || !key || !figures || !isPulseOf(pulse, row.owner)) continue;
    const { receivedAt } = pulse;
    const item = refresh(row.item, { receivedAt, time, figures }, receivedAt);
    const { change, when } = keepFigures(row, { item, last: packLast(figures) });
    // The row was deleted, or another source wrote something newer.
    await tryWrite(services.table.update(key, change, when));
  }
}

/**
 * Deletes the pulse of a silent agent. Its deployments keep their last figures. Throws ConditionFailed when
 * the agent is no longer silent.
 */
export async function deletePulse(
  services: Services,
  organization: OrganizationId,
  pulse: PulseRow,
): Promise<void> {
  await preserveLastFigures(services, organization, pulse, new Set());
  await services.table.transact([
    { delete: pulse, when: stillReceivedAt(pulse) },
    invalidateUnreported(organization, services.random),
  ]);
}
