import type { Services } from "../access/context.ts";
import { copyTombstones } from "../deployment/lifecycle/move.ts";
import { pulseMoves } from "../deployment/lifecycle/move-pulses.ts";
import type { Move } from "../integration/move.ts";
import { requireActive } from "../organization/organization.ts";
import { countAnew } from "../organization/quota.ts";
import type { RowBudget } from "../table/clear.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { keysOf } from "./agent-key.ts";
import { agentKeyKey, credentialKey } from "./agent-key.keys.ts";
import { agentKeyKind, credentialKind, moveKey } from "./agent-key.table.ts";

/**
 * Moves the keys that an account created to another organization, as far as the budget goes. Each moves in one moment:
 * a report is answered by the one organization before it and by the other after it, and needs no new
 * configuration. Returns whether none is left; safe to repeat.
 */
export async function moveKeys(services: Services, move: Move, budget: RowBudget): Promise<boolean> {
  const all = await keysOf(services, move.from);
  const keys = all.filter(({ createdBy }) => createdBy === move.accountId);
  if (keys.length === 0) return true;
  await copyTombstones(services, { ...move, sources: new Set(keys.map(({ id }) => id)) });
  const due = keys.slice(0, budget.rows);
  for (const { id } of due) await moveOne(services, move, id);
  budget.rows -= due.length;
  return due.length === keys.length;
}

async function moveOne(services: Services, move: Move, keyId: string): Promise<void> {
  const { from, to } = move;
  await retryOnConflict(async () => {
    const [row, credential] = await services.table.batchGet([agentKeyKey(from, keyId), credentialKey(keyId)]);
    if (!row || !credential) return; // revoked meanwhile
    const { originId = from } = credentialKind.read(credential);
    await services.table.transact([
      ...moveKey(agentKeyKind.read(row), from, to, originId),
      ...(await pulseMoves(services, move, keyId)),
      requireActive(to),
      countAnew(to, "accessKeys"),
    ]);
  });
}
