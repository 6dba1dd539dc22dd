import { figureReader } from "@shardwatch/core/history/newest/figures";
import * as z from "zod";

/** The parameter of a list whose items may have their newest five-minute figures. */
export const figuresParameter = {
  figures: z
    .literal("1", { error: 'must be "1", or left out' })
    .optional()
    .describe('"1" for items with their newest five-minute figures'),
};

/** How a list reads what was asked for. */
export const readerOf = (asked: "1" | undefined) => (asked ? figureReader : undefined);
