import type { WholeOutlook } from "../../../api/fleet/outlook.ts";
import { type Grouped, groups, type GroupId } from "../../../lib/words/outlook-groups.ts";
import type { Tile } from "./GroupTiles.tsx";
import { worstOf } from "./levels.ts";

interface TilesInput {
  /** Undefined while it loads. */
  outlook: WholeOutlook | undefined;
  byGroup: Grouped | undefined;
  /** The only group that is shown. */
  group: GroupId | undefined;
  /** Unix epoch in milliseconds. */
  now: number;
  addressOf: (group: GroupId) => string;
  databasesWith: (field: "maxmemory", value: string) => string;
}

/** The numbers above the groups: always six, so that their rows are full. Dates after 90 days are rare, and have none. */
export function tilesOf({ outlook, byGroup, group, now, addressOf, databasesWith }: TilesInput): Tile[] {
  const ofGroups = groups
    .filter(({ id }) => id !== "later")
    .map(({ id, label }) => ({
      id,
      label,
      count: byGroup?.[id].length,
      to: addressOf(id),
      level: worstOf(byGroup?.[id] ?? [], now),
      isCurrent: id === group,
    }));
  const unlimited: Tile = {
    id: "no-limit",
    label: "No limit set",
    count: outlook?.counts.noLimit,
    to: databasesWith("maxmemory", "none"),
    level: "ok",
    isCurrent: false,
  };
  return [...ofGroups, unlimited];
}
