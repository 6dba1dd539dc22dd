import * as z from "zod";
import { shortText } from "./fields.ts";

/** More names than the agent has commands and requests. */
const mostNames = 40;
const longestName = 60;

/** How many commands the servers of a deployment were sent, by name. Requests have names like "GET /v1/nodes". */
export const sentCommands = z
  .record(shortText(longestName), z.int().min(0).max(1_000_000_000))
  .refine((counts) => Object.keys(counts).length <= mostNames, `must have at most ${mostNames} names`)
  .describe("How many of each command or request its servers were sent since the last report");
