import { sourceTraits } from "../contract/source/source.ts";
import type { SourceKind } from "../integration/source-kind.ts";
import { keysOf, statesOfKeys } from "./agent-key.ts";
import { revokeAll } from "./revoke-many.ts";
import type { Services } from "../access/context.ts";
import { byId } from "../account/account.ts";
import type { AuditFields } from "../audit/changes.ts";
import { sourceMoved } from "../audit/moved.ts";
import { copyTombstones } from "../deployment/lifecycle/move.ts";
import { reportedBy } from "../deployment/read/reporters.ts";
import { pulseMoves } from "../deployment/lifecycle/move-pulses.ts";
import type { Move } from "../integration/move.ts";
import { withinBudget } from "../kit/in-batches.ts";
import { requireActive } from "../organization/organization.ts";
import { countAnew } from "../organization/quota.ts";
import type { RowBudget } from "../table/clear.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { agentKeyKey, credentialKey } from "./agent-key.keys.ts";
import { agentKeyKind, moveKey } from "./agent-key.table.ts";
import { credentialKind } from "./credential.table.ts";
import { type EndingSecrets, endingSecrets } from "./holders.ts";

/**
 * Moves the keys that an account created to another organization, as many as the budget allows. One
 * transaction moves a key. The former organization takes the reports before it, the new one those after it.
 * Agents need no new configuration, unless somebody else was handed their secret: it ends. Safe to repeat.
 * @returns whether no keys are left
 */
export async function moveKeys(services: Services, move: Move, budget: RowBudget): Promise<boolean> {
  const all = await keysOf(services, move.from);
  const keys = all.filter(({ createdBy }) => createdBy === move.accountId);
  if (keys.length === 0) return true;
  await copyTombstones(services, { ...move, sources: new Set(keys.map(({ id }) => id)) });
  const provenAt = (await byId(services, move.accountId))?.verifiedAt;
  return await withinBudget(keys, budget, ({ id }) => moveOne(services, move, id, provenAt));
}

async function moveOne(
  services: Services,
  move: Move,
  keyId: string,
  provenAt: number | undefined,
): Promise<void> {
  const { from, to } = move;
  await retryOnConflict(async () => {
    const [row, credential] = await services.table.batchGet([agentKeyKey(from, keyId), credentialKey(keyId)]);
    if (!row || !credential) return; // revoked in between
    const { originId = from } = credentialKind.read(credential);
    const key = agentKeyKind.read(row);
    const ends = endingSecrets(key, services.clock.now(), provenAt);
    const deployments = await reportedBy(services, from, keyId);
    await services.table.transact([
      ...moveKey(row, { from, to, originId }, ends),
      ...(await pulseMoves(services, move, keyId)),
      requireActive(to),
      countAnew(to, "accessKeys"),
      ...sourceMoved(services, move, { id: keyId, name: key.name, deployments, fields: endedIn(ends) }),
    ]);
  });
}

/** What the audits of both organizations say about secrets that ended. */
const endedIn = ({ current, former }: EndingSecrets): AuditFields => ({
  ...(current && { secret: ["works", "ended"] }),
  ...(former && { formerSecret: ["works", "ended"] }),
});

/** Agent keys as a kind of source. Agents report on their own, even after the last member has left. */
export const agentKeys: SourceKind = {
  movable: sourceTraits.agent.movable,
  isOn: () => true,
  endsWithoutMembers: false,
  list: keysOf,
  states: statesOfKeys,
  blocked: () => Promise.resolve(new Set()),
  move: moveKeys,
  endAbandoned: () => Promise.resolve(),
  endAll: revokeAll,
  due: () => Promise.resolve([]),
};
