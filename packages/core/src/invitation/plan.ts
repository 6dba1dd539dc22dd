import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { byId } from "../account/account.ts";
import type { Movable, Moves, Some, StaysBecause, MovableSource } from "../contract/people/moves.ts";
import { createdByFile } from "../contract/source/rights.ts";
import { namesOf, ownedIn } from "../deployment/lifecycle/move.ts";
import { memberIds } from "../organization/members.ts";
import { find } from "../organization/organization.ts";
import { sourceKinds } from "../sources.ts";

/** A key or an integration of a person who leaves, or one that would have no member left to see it. */
export interface PlannedSource {
  what: MovableSource;
  id: string;
  name: string;
  /** Why it stays; undefined for one that moves. */
  because: StaysBecause | undefined;
  /** Whether one of its secrets ends when it moves. */
  secretEnds?: boolean;
  /** Ids of the deployments that move with it. */
  along: string[];
  /** Ids of the deployments that stay in every case. */
  behind: string[];
}

/** What stays, grouped by kind and reason: names of sources, or ids of deployments. */
export interface StayingGroup {
  what: Movable;
  because: StaysBecause;
  content: string[];
}

/** What stays, as one group for each kind and reason. Empty groups are left out. */
export function stayingGroups(sources: readonly PlannedSource[]): StayingGroup[] {
  const all = sources.flatMap(({ what, because, name, along, behind }): StayingGroup[] => [
    ...(because ? [{ what, because, content: [name] }] : []),
    ...(because ? [{ what: "deployments" as const, because, content: along }] : []),
    { what: "deployments", because: "CREATED_BY_OTHERS", content: behind },
  ]);
  const filled = all.filter(({ content }) => content.length > 0);
  return [...Map.groupBy(filled, ({ what, because }) => `${what} ${because}`).values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ ...first, content: same.flatMap(({ content }) => content) }] : [];
  });
}

/** A person who leaves an organization for another. */
export interface Leaving {
  accountId: string;
  /** Whether they may manage sources in the organization that they leave. */
  managesSources: boolean;
  from: OrganizationId;
  to: OrganizationId;
}

export interface Plan {
  moves: Moves;
  sources: PlannedSource[];
  /** Whether the organization that they leave has no other members. */
  alone: boolean;
  /** Whether everything stays because only admins of that organization may manage sources. */
  adminsOnly: boolean;
  /** Whether that organization exists and is not being deleted. */
  active: boolean;
}

const mostNamed = 5;

/**
 * What an acceptance moves and leaves behind, and why. A person takes what they created and may delete.
 * Sources that stay in an organization without members are disconnected, because nobody could see or end
 * them.
 */
export async function planOf(services: Services, leaving: Leaving): Promise<Plan> {
  const { accountId, managesSources, from } = leaving;
  const [place, members, account] = await Promise.all([
    find(services, from),
    memberIds(services, from),
    byId(services, accountId),
  ]);
  const alone = members.every((id) => id === accountId);
  const adminsOnly = (place?.onlyAdminsManageSources ?? false) && !managesSources;
  const provenAt = account?.verifiedAt;
  const sources = await sourcesOf(services, leaving, { alone, adminsOnly, provenAt });
  if (sources.length > 0) {
    const owned = Map.groupBy(await ownedIn(services, from, accountId), ({ source }) => source);
    for (const source of sources)
      for (const { id, goes } of owned.get(source.id) ?? [])
        (goes || source.because ? source.along : source.behind).push(id);
  }
  const staying = await Promise.all(stayingGroups(sources).map((group) => namedGroup(services, from, group)));
  const moving = await movingOf(services, from, sources);
  const ending = sources.filter((source) => source.secretEnds && source.because === undefined);
  const moves: Moves = {
    from: place?.name ?? null,
    moving,
    staying,
    ...(ending.length > 0 && { secretsEnd: some(ending.map(({ name }) => name)) }),
  };
  return { moves, sources, alone, adminsOnly, active: place !== undefined };
}

async function sourcesOf(
  services: Services,
  { accountId, from, to }: Leaving,
  { alone, adminsOnly, provenAt }: Pick<Plan, "alone" | "adminsOnly"> & { provenAt: number | undefined },
): Promise<PlannedSource[]> {
  const planned = sourceKinds.map(async (kind): Promise<PlannedSource[]> => {
    const ends = alone && kind.endsWithoutMembers;
    const listed = await kind.list(services, from, provenAt);
    const hasOwn = listed.some(({ createdBy }) => createdBy === accountId);
    // It reads the rows again, so people without such a source do not pay for it.
    const blocked = hasOwn ? await kind.blocked(services, { from, to, accountId }) : new Set<string>();
    const reasonOf = (id: string, createdBy: string): StaysBecause | undefined => {
      if (createdBy !== accountId) return "CREATED_BY_OTHERS";
      if (adminsOnly) return "ADMINS_ONLY";
      return blocked.has(id) ? "CONNECTED_THERE" : undefined;
    };
    // The sources of other people count only when they end because the last member leaves.
    const concerned = listed.filter(
      ({ createdBy }) => createdBy === accountId || (ends && createdBy !== createdByFile),
    );
    return concerned.map(({ id, name, createdBy, secretEnds = false }) => {
      const reason = reasonOf(id, createdBy);
      const because = reason && ends ? "NOBODY_LEFT" : reason;
      return { what: kind.movable, id, name, because, secretEnds, along: [], behind: [] };
    });
  });
  return (await Promise.all(planned)).flat();
}

const some = (names: readonly string[]): Some => ({ count: names.length, first: names.slice(0, mostNamed) });

async function someDeployments(
  services: Services,
  from: OrganizationId,
  ids: readonly string[],
): Promise<Some> {
  const first = ids.length > 0 ? await namesOf(services, from, ids.slice(0, mostNamed)) : [];
  return { count: ids.length, first };
}

async function movingOf(
  services: Services,
  from: OrganizationId,
  sources: readonly PlannedSource[],
): Promise<Moves["moving"]> {
  const moving = sources.filter(({ because }) => because === undefined);
  const named = (what: Movable) => some(moving.filter((one) => one.what === what).map(({ name }) => name));
  const deployments = await someDeployments(
    services,
    from,
    moving.flatMap(({ along }) => along),
  );
  const kinds = Object.fromEntries(sourceKinds.map(({ movable }) => [movable, named(movable)]));
  return { ...(kinds as Omit<Moves["moving"], "deployments">), deployments };
}

async function namedGroup(
  services: Services,
  from: OrganizationId,
  { what, because, content }: StayingGroup,
) {
  const named = what === "deployments" ? await someDeployments(services, from, content) : some(content);
  return { ...named, what, because };
}
