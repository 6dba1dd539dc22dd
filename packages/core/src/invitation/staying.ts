import type { Movable, MovableSource, StaysBecause } from "../contract/people/moves.ts";

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
