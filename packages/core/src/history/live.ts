import type { MemberContext, Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import type { Live } from "../contract/deployment/live.ts";
import { readLocated } from "../deployment/read/locate.ts";
import { findOwned } from "../deployment/read/owned.ts";
import { ownerOfVia } from "../deployment/rows/owner.ts";
import { shortIdOf } from "./deployment-bytes.ts";
import { hasDetails, hasMemory, toLive } from "./live-figures.ts";
import type { NewestCodes } from "./newest/newest.table.ts";
import { readGroups } from "./stored-groups.ts";
import { trailsOfGroup } from "./trail.keys.ts";
import { readCodedTrails } from "./trail.table.ts";

/** A deployment that was not part of the last report is still found in the one before. */
const newest = 2;
/** Details are read once an hour. After them, there is a slot of memory every quarter of an hour, or every five minutes. */
const recent = 24;

/**
 * The newest five-minute values of a deployment. Throws notFound and conflict as `get` does.
 * @param via what reported the deployment, as its detail names it. It saves a round trip if it still does.
 */
export async function live(
  ctx: MemberContext,
  id: string,
  { organizationId, via }: { organizationId?: string | undefined; via?: string | undefined },
): Promise<Live> {
  return await readLocated(ctx, id, organizationId, (organization) =>
    read(ctx, organization, id, via && ownerOfVia(via)),
  );
}

async function read(
  services: Services,
  organization: OrganizationId,
  id: string,
  expected: string | undefined,
): Promise<Live | undefined> {
  const [owned, early] = await Promise.all([
    findOwned(services, organization, id),
    expected === undefined ? undefined : newestSlot(services, organization, expected, id),
  ]);
  if (!owned) return undefined;
  const now = services.clock.now();
  if (!owned.detailedHistory) {
    const slot = owned.owner === expected ? early : await newestSlot(services, organization, owned.owner, id);
    return toLive(owned, slot, undefined, now);
  }
  const slots = await newestSlots(services, organization, owned.owner, id, recent);
  return toLive(owned, slots.find(hasMemory) ?? slots[0], slots.find(hasDetails), now);
}

const newestSlot = async (services: Services, organization: OrganizationId, owner: string, id: string) =>
  (await newestSlots(services, organization, owner, id, newest))[0];

/**
 * The newest slots of a deployment, the newest first. Of a source with more than 150 databases in two rounds.
 * @param limit how many of each group
 */
async function newestSlots(
  services: Services,
  organization: OrganizationId,
  owner: string,
  id: string,
  limit: number,
): Promise<NewestCodes[]> {
  const { table, clock } = services;
  const rows = await readGroups(services, organization, { owner, id, eventually: true }, async (group) => {
    const options = { limit, descending: true, eventually: true };
    return (await table.query(trailsOfGroup(organization, { owner, ...group }), options)).rows;
  });
  const slots = readCodedTrails(rows, clock.now(), shortIdOf(id)).flatMap(({ slot, deployments }) =>
    deployments.map((deployment) => ({ slot, deployment })),
  );
  return slots.toSorted((left, right) => right.slot - left.slot);
}
