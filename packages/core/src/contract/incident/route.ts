import * as z from "zod";
import { longestFilter } from "../deployment/view.ts";
import { managedBy } from "../people/managed.ts";
import { revision } from "../revision.ts";
import { mostRoutes } from "./route-words.ts";

/* Where the messages about incidents go, by what the incidents are about. */

/** More channels than an organization can have. */
const mostChannels = 100;

const channels = z
  .array(z.string().max(64))
  .min(1, "must name a channel")
  .max(mostChannels)
  .describe("Ids of channels");

/** What a filter finds, and where its incidents go. An incident's owner is to be another target. */
export const route = z.object({
  filter: z
    .string()
    .min(1, "must say which deployments, such as region:eu-west-1")
    .max(longestFilter, `must be no more than ${longestFilter} characters long`)
    .describe('Which deployments, as the query of the list or as a line: "source:agent type:CLUSTER"'),
  channels,
  also: z
    .boolean()
    .default(false)
    .describe("Whether the search goes on after it. Otherwise the first route that matches is the only one"),
});
export type Route = z.infer<typeof route>;

const fields = {
  routes: z
    .array(route)
    .max(mostRoutes, `must be ${mostRoutes} at most`)
    .describe("In the order in which they are asked"),
  rest: channels
    .nullable()
    .describe("Where everything else goes, by the ids of channels; null: to all that are on"),
};

/** All routes of an organization. Everything else is the last of them. */
export const routesInput = z.object({ ...fields, rest: fields.rest.default(null) });
export type Routes = z.infer<typeof routesInput>;

export const routeList = z.object({
  ...fields,
  changedBy: z
    .object({ id: z.string(), name: z.string().nullable().describe("Null for an account that is gone") })
    .nullable()
    .describe("Null before the first change"),
  changedAt: z.iso.datetime().nullable(),
  managedBy,
  revision,
});
export type RouteList = z.infer<typeof routeList>;

const count = z.int().min(0);

/** Both the routes that are saved and those that are asked about. */
const both = { before: count.describe("By the routes that are saved"), after: count.describe("By these") };

/** How many incidents of the last days each recipient would have got. */
export const routesPreview = z.object({
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  incidents: count.describe("How many opened in the time"),
  isPartial: z.boolean().describe("Whether there were more, of which only the oldest are counted"),
  byRule: count.describe("How many go to the channels that their rule names"),
  recipients: z
    .array(z.object({ id: z.string(), name: z.string(), isOn: z.boolean(), ...both }))
    .describe("Every channel, with how many it would have got"),
  routes: z.array(count).describe("How many each of these routes has taken, in their order"),
  rest: z.object(both).describe("How many fell to everything else"),
  nobody: z.object(both).describe("How many no channel takes, because they are less urgent"),
  unknown: count.describe("How many are only about what is not in the fleet any more"),
});
export type RoutesPreview = z.infer<typeof routesPreview>;
