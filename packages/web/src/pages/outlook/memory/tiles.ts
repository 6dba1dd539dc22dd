import type { WholeOutlook } from "../../../api/fleet/outlook.ts";
import { type Grouped, groups, type GroupId } from "./groups.ts";
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

/** The numbers above the groups. Dates after 90 days, and limits that are not known, are there only where there are some. */
export function tilesOf({ outlook, byGroup, group, now, addressOf, databasesWith }: TilesInput): Tile[] {
  const ofGroups = groups
    .filter(({ id }) => id !== "later" || byGroup?.later.length)
    .map(({ id, label }) => ({
      id,
      label,
      count: byGroup?.[id].length,
      to: addressOf(id),
      level: worstOf(byGroup?.[id] ?? [], now),
      isCurrent: id === group,
    }));
  const ofDatabases = (id: string, label: string, count: number | undefined, value: string): Tile => ({
    id,
    label,
    count,
    to: databasesWith("maxmemory", value),
    level: "ok",
    isCurrent: false,
  });
  const { noLimit, unknown } = outlook?.counts ?? {};
  return [
    ...ofGroups,
    ofDatabases("no-limit", "No limit set", noLimit, "none"),
    ...(unknown ? [ofDatabases("unknown", "Limit not known", unknown, "unknown")] : []),
  ];
}
