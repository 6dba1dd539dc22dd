import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { Owner } from "../../deployment/read/owners.ts";
import { inBatches } from "../../kit/in-batches.ts";
import { minute } from "../../kit/time.ts";
import { batchGetAll } from "../../table/batch.ts";
import type { StoredRow } from "../../table/row.ts";
import { shortIdOf } from "../deployment-bytes.ts";
import { everyIdGroup, idGroupOf, splitFor } from "../id-groups.ts";
import { storedSplits } from "../stored-groups.ts";
import { trailKey, trailsOfGroup } from "../trail.keys.ts";
import { type CodedTrail, readCodedTrails } from "../trail.table.ts";
import { kept, type NewestCodes } from "./newest.table.ts";

/** How many owners are read concurrently. */
const atOnce = 25;
const groupsAtOnce = 4;
/**
 * How many owners one look queries at most. Nobody needs that often, but agents that send no slots would need it in every
 * look. Another minute asks others.
 */
const mostQueried = 100;
/** A deployment that was not part of the last report is still found in the one before. */
const newest = 2;

/**
 * The newest slots of what agents own, by deployment. The slot that each is expected to have sent is read by its key, a
 * hundred in one request. Only an agent of which a deployment is missing there is queried: it has sent no such slot, or
 * divides its deployments otherwise.
 */
export async function gather(
  services: Services,
  organization: OrganizationId,
  owners: readonly Owner[],
  expected: (owner: Owner) => number,
): Promise<Map<string, NewestCodes>> {
  const found = new Map<string, NewestCodes>();
  const now = services.clock.now();
  const keysOf = (owner: Owner) =>
    everyIdGroup(splitFor(owner.databases)).map((group) =>
      trailKey(organization, { owner: owner.owner, ...group, slot: expected(owner) }),
    );
  const rows = await batchGetAll(services.table, owners.flatMap(keysOf), true);
  const bySortKey = new Map(rows.map((row) => [row.sk, row]));
  const unread = owners.filter((owner) => {
    const own = keysOf(owner).flatMap(({ sk }) => bySortKey.get(sk) ?? []);
    return !note(found, owner, readCodedTrails(own, now));
  });
  const first = (Math.floor(now / minute) * mostQueried) % Math.max(1, unread.length);
  const queried = [...unread.slice(first), ...unread.slice(0, first)].slice(0, mostQueried);
  await inBatches(queried, atOnce, async (owner) => {
    note(found, owner, await newestTrails(services, organization, owner, found));
  });
  return found;
}

/** Keeps the newest figures of an owner's deployments. Returns whether all of them are in these trails. */
function note(found: Map<string, NewestCodes>, owner: Owner, trails: readonly CodedTrail[]): boolean {
  const ids = new Map([...owner.deployments].map((id) => [shortIdOf(id), id]));
  const missing = new Set(ids.keys());
  for (const { slot, deployments } of trails)
    for (const deployment of deployments) {
      const id = ids.get(deployment.shortId);
      if (id === undefined) continue;
      missing.delete(deployment.shortId);
      const codes = kept({ slot, deployment });
      if (codes && slot >= (found.get(id)?.slot ?? 0)) found.set(id, codes);
    }
  return missing.size === 0;
}

/**
 * The newest trails in which the deployments that are missing can be. A report also divides what others own, so an agent
 * may have divided its deployments more often than its own databases need.
 */
async function newestTrails(
  services: Services,
  organization: OrganizationId,
  { owner, databases, deployments }: Owner,
  found: ReadonlyMap<string, NewestCodes>,
): Promise<CodedTrail[]> {
  const splits = new Set([splitFor(databases), ...(await storedSplits(services, organization, owner))]);
  const missing = [...deployments].filter((id) => !found.has(id));
  const groups = new Map(
    missing
      .flatMap((id) => [...splits].map((split) => idGroupOf(id, split)))
      .map((one) => [`${one.split}.${one.group}`, one]),
  );
  const { table, clock } = services;
  const options = { limit: newest, descending: true, eventually: true };
  const rows: StoredRow[] = [];
  await inBatches([...groups.values()], groupsAtOnce, async (group) => {
    rows.push(...(await table.query(trailsOfGroup(organization, { owner, ...group }), options)).rows);
  });
  return readCodedTrails(rows, clock.now());
}
