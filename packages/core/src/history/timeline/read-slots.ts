import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import type { PastOwner } from "../../deployment/rows/past-owners.ts";
import type { CodedDeployment } from "../coded-deployment.ts";
import { shortIdOf } from "../deployment-bytes.ts";
import type { Group } from "../groups.ts";
import { slotLength } from "../slots.ts";
import { readGroups } from "../stored-groups.ts";
import { trailKey, trailsOfGroup } from "../trail.keys.ts";
import { readCodedTrails } from "../trail.table.ts";

/** Slots from `first` on, before `end`. */
export interface SlotRange {
  first: number;
  end: number;
}

/** What one source said about a deployment, by slot. */
export type SaidOf = ReadonlyMap<number, CodedDeployment>;

/**
 * What a source said about a deployment in these slots. Two Queries side by side, and a
 * second round for a source with more than 150 databases (`readGroups`). The rows may be a second old.
 */
export async function readSaid(
  services: Services,
  organization: OrganizationId,
  owner: string,
  id: string,
  range: SlotRange,
): Promise<SaidOf> {
  const said = new Map<number, CodedDeployment>();
  if (range.end <= range.first) return said;
  const shortId = shortIdOf(id);
  const trails = await readGroups(services, organization, { owner, id, eventually: true }, (group) =>
    readGroup(services, organization, { owner, ...group }, range),
  );
  for (const { slot, deployments } of trails) {
    const deployment = deployments.find((one) => one.shortId === shortId);
    if (deployment && !said.has(slot)) said.set(slot, deployment);
  }
  return said;
}

/** The trails of one group in these slots. */
async function readGroup(
  { table, clock }: Services,
  organization: OrganizationId,
  group: Group & { owner: string },
  { first, end }: SlotRange,
) {
  const rows = await table.queryFirst(trailsOfGroup(organization, group), end - first, {
    after: trailKey(organization, { ...group, slot: first - 1 }).sk,
    eventually: true,
  });
  return readCodedTrails(rows, clock.now()).filter(({ slot }) => slot < end);
}

/** A source with the time in which it owned a deployment. Times are Unix milliseconds. */
export interface Ownership {
  owner: string;
  from: number;
  until: number;
}

/** The owners of a deployment with their times, the oldest first. Nobody owned it before it was born. */
export function ownershipsOf(
  owner: string,
  pastOwners: readonly PastOwner[],
  born: number | undefined,
): Ownership[] {
  let from = born ?? 0;
  return [...pastOwners, { owner, until: Infinity }].map((one) => {
    const ownership = { owner: one.owner, from, until: one.until };
    from = one.until;
    return ownership;
  });
}

/**
 * The slots of a deployment, each from its owner. A slot in which the owner changed is the later owner's, if that one
 * has it.
 * @param saidBy what each owner said
 */
export function slotsOfOwners(
  ownerships: readonly Ownership[],
  saidBy: ReadonlyMap<string, SaidOf>,
): Map<number, CodedDeployment> {
  const slots = new Map<number, CodedDeployment>();
  for (const { owner, from, until } of ownerships)
    for (const [slot, deployment] of saidBy.get(owner) ?? [])
      if ((slot + 1) * slotLength > from && slot * slotLength < until) slots.set(slot, deployment);
  return slots;
}
