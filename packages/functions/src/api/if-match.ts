import { problemBody } from "@shardwatch/core/contract/problem";
import * as z from "zod";
import { json } from "./route.ts";

/** The headers of a change that goes by a revision. */
export const ifMatch = z.object({
  "if-match": z
    .string()
    .regex(/^"\d+"$/, 'must be a revision in quotes, like "3"')
    .transform((text) => Number(text.slice(1, -1)))
    .optional()
    .describe("The revision that you have read. With another one, nothing changes"),
});

/** @param what a noun, such as "channel" */
export const outdated = (what: string) => ({
  412: json(problemBody, `The ${what} has another revision`),
});
