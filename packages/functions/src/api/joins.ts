import type { DatabaseSort } from "@shardwatch/core/contract/deployment/database-sorts";
import { joinedBy } from "@shardwatch/core/contract/filter/compile";
import type { Joined } from "@shardwatch/core/contract/filter/field";
import type { Filter } from "@shardwatch/core/contract/filter/filter";
import { joinedBySort } from "@shardwatch/core/deployment/fleet/order";
import { type Joins, joinsFor } from "@shardwatch/core/deployment/read/joins";
import { everyJoin } from "@shardwatch/core/outlook/joins";
import * as z from "zod";

const asked = z.literal("1", { error: 'must be "1", or left out' }).optional();

/** The parameters of a list whose items may have what is joined to them. */
export const joinParameters = {
  figures: asked.describe(
    '"1" for items with their newest five-minute figures. A filter or an order that asks about them has them, too',
  ),
  outlook: asked.describe(
    '"1" for items with when their memory is full. A filter or an order that asks about it has it, too',
  ),
};

/** How a list reads what was asked for: by the parameters, by the filter, or by the order. */
export function joinsOf(
  parameters: Partial<Record<Joined, "1" | undefined>>,
  filter: Filter,
  sort?: DatabaseSort,
): Joins | undefined {
  const names = (["figures", "outlook"] as const).filter((name) => parameters[name]);
  return joinsFor(everyJoin, new Set([...names, ...joinedBy(filter), ...(sort ? joinedBySort(sort) : [])]));
}
