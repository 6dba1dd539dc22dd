import type { OrganizationId } from "../access/scope.ts";
import type { IdGroup } from "./id-groups.ts";
import { type Key, partitionOf, type Run, runIn } from "../table/keys.ts";

const trailPrefix = "TRAIL#";
/** Slots as numbers sort like their texts until the year 2920. */
const slotDigits = 8;

/** Which of a source's trails: the group of deployments, and the slot as a number. */
export interface TrailName {
  /** Source and instance, as `ownerOf` writes them. */
  owner: string;
  split: number;
  group: number;
  slot: number;
}

export const trailKey = (organization: OrganizationId, { owner, split, group, slot }: TrailName): Key => ({
  pk: partitionOf(organization),
  sk: `${trailPrefix}${owner}#${split}.${group}#${String(slot).padStart(slotDigits, "0")}`,
});

/** The key after all trails of a group. */
export const lastTrailKey = (organization: OrganizationId, group: Omit<TrailName, "slot">): Key =>
  trailKey(organization, { ...group, slot: 10 ** slotDigits - 1 });

/** The trails of one group of a source's deployments, in the order of their slots. */
export const trailsOfGroup = (
  organization: OrganizationId,
  { owner, split, group }: Omit<TrailName, "slot">,
): Run => ({ pk: partitionOf(organization), prefix: `${trailPrefix}${owner}#${split}.${group}#` });

/** All trails of a source's process, group after group. */
export const trailsOfOwner = (organization: OrganizationId, owner: string): Run => ({
  pk: partitionOf(organization),
  prefix: `${trailPrefix}${owner}#`,
});

/** All trails of a source. */
export const trailsOfSource = (organization: OrganizationId, source: string): Run => ({
  pk: partitionOf(organization),
  prefix: `${trailPrefix}${source}#`,
});

/** All trails of an organization. */
export const everyTrail = runIn(trailPrefix);

/** The group in a trail's key. */
export function groupOfTrail({ sk }: Pick<Key, "sk">): IdGroup {
  const [group = ""] = sk.split("#").slice(-2);
  const [split = 0, number = 0] = group.split(".").map(Number);
  return { split, group: number };
}

/** The slot in a trail's key. */
export const slotOfTrail = ({ sk }: Pick<Key, "sk">): number => Number(sk.slice(-slotDigits));
