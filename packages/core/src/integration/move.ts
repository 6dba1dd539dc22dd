import type { Services } from "../access/context.ts";
import { sourceMoved } from "../audit/moved.ts";
import { sourceTraits } from "../contract/source/source.ts";
import { copyTombstones } from "../deployment/lifecycle/move.ts";
import { type Move as SourceMove, pulseMoves } from "../deployment/lifecycle/move-pulses.ts";
import { reportedBy } from "../deployment/read/reporters.ts";
import { requireActive } from "../organization/organization.ts";
import { countAnew } from "../organization/quota.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { IntegrationRow } from "./row.ts";
import type { IntegrationKind } from "./kind.ts";
import { livingRows } from "./rows.ts";

export type Move = Pick<SourceMove, "from" | "to" | "accountId">;

/**
 * Moves one account's integrations of a kind to another organization. An integration stays when the target
 * organization has connected the same provider account. Safe to repeat.
 */
export async function moveIntegrations<R extends IntegrationRow>(
  services: Services,
  kind: IntegrationKind<R>,
  move: Move,
): Promise<void> {
  const rows = await livingRows(services, kind, move.from);
  const ids = rows.filter(({ createdBy }) => createdBy === move.accountId).map(({ id }) => id);
  if (ids.length === 0) return;
  await copyTombstones(services, { ...move, sources: new Set(ids) });
  for (const id of ids) await moveOne(services, kind, move, id);
}

async function moveOne<R extends IntegrationRow>(
  services: Services,
  kind: IntegrationKind<R>,
  move: Move,
  id: string,
): Promise<void> {
  const { from, to } = move;
  await retryOnConflict(async () => {
    const stored = await services.table.get(kind.key(from, id));
    const row = stored && kind.codec.read(stored);
    if (!row || row.deletedAt !== undefined) return;
    if ((await kind.connectedIn?.(services, to, [row]))?.has(id)) return;
    const deployments = await reportedBy(services, from, id);
    await services.table.transact([
      ...kind.move(stored, from, to),
      ...(await pulseMoves(services, move, id)),
      requireActive(to),
      countAnew(to, sourceTraits[kind.source].counted),
      ...sourceMoved(services, move, { id, name: kind.nameOf(row), deployments }),
    ]);
  });
}
