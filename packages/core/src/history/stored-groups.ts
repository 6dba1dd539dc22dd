import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { type IdGroup, idGroupsOf } from "./id-groups.ts";
import { groupOfTrail, lastTrailKey, trailsOfOwner } from "./trail.keys.ts";

/** Whether a second-old answer will do. It costs half. */
interface Consistency {
  eventually: boolean;
}

/**
 * The group after this one of which trails of an owner are stored, or the first one. Undefined when there is none. One
 * Query of one row without its figures.
 */
export async function nextGroup(
  { table }: Services,
  organization: OrganizationId,
  owner: string,
  group: IdGroup | undefined,
  { eventually }: Consistency,
): Promise<IdGroup | undefined> {
  const after = group && lastTrailKey(organization, { owner, ...group }).sk;
  const options = { after, limit: 1, attributes: [], eventually };
  const { rows } = await table.query(trailsOfOwner(organization, owner), options);
  return rows[0] && groupOfTrail(rows[0]);
}

/** Its text comes after those of all groups. */
const noGroup = 999;

/** By how many bits the trails of an owner are divided. One Query of one row for each number, and one more. */
export async function storedSplits(
  services: Services,
  organization: OrganizationId,
  owner: string,
): Promise<number[]> {
  const splits: number[] = [];
  for (;;) {
    const last = splits.at(-1);
    const before = last === undefined ? undefined : { split: last, group: noGroup };
    const next = await nextGroup(services, organization, owner, before, { eventually: true });
    if (!next) return splits;
    splits.push(next.split);
  }
}

/**
 * What `read` returns of every group that may hold a deployment's trails, one list after the other.
 *
 * A source of up to 150 databases has one group, the one that is not split. Whether there are others is asked beside
 * reading it. The answer covers all trails that are stored: a source may have had more databases yesterday.
 */
export async function readGroups<T>(
  services: Services,
  organization: OrganizationId,
  { owner, id, eventually }: { owner: string; id: string } & Consistency,
  read: (group: IdGroup) => Promise<readonly T[]>,
): Promise<T[]> {
  const [whole, ...parts] = idGroupsOf(id);
  const [found, next] = await Promise.all([
    read(whole),
    nextGroup(services, organization, owner, whole, { eventually }),
  ]);
  if (!next) return [...found];
  const others = await Promise.all(parts.filter(({ split }) => split >= next.split).map(read));
  return [found, ...others].flat();
}
