import type { DatabaseSort } from "@shardwatch/core/contract/deployment/database-sorts";
import { asksFigures } from "@shardwatch/core/contract/filter/compile";
import type { Filter } from "@shardwatch/core/contract/filter/filter";
import { needsFigures } from "@shardwatch/core/deployment/fleet/order";
import { figureReader } from "@shardwatch/core/history/newest/figures";
import * as z from "zod";

/** The parameter of a list whose items may have their newest five-minute figures. */
export const figuresParameter = {
  figures: z
    .literal("1", { error: 'must be "1", or left out' })
    .optional()
    .describe(
      '"1" for items with their newest five-minute figures. A filter or an order that asks about them has them, too',
    ),
};

/** How a list reads what was asked for: by the parameter, by the filter, or by the order. */
export const readerOf = (asked: "1" | undefined, filter: Filter, sort?: DatabaseSort) =>
  asked || asksFigures(filter) || (sort && needsFigures(sort)) ? figureReader : undefined;
