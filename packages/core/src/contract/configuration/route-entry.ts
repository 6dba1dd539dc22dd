import * as z from "zod";
import { channelInput } from "../channel/channel.ts";
import { mostChannels } from "../channel/words.ts";
import type { Routes } from "../incident/route.ts";
import { mostRoutes } from "../incident/route-words.ts";
import { meaninglessIn } from "../incident/silence-words.ts";
import { filterText, flag, listOf, text } from "./settings.ts";

/* Routes as entries of a file. The last one may have no filter: it says where everything else goes. */

/** Those that every organization has are beside those that people add. */
const mostNames = mostChannels + 10;

const filter = filterText.superRefine((canonical, context) => {
  for (const name of meaninglessIn(canonical))
    context.addIssue({ code: "custom", message: `${name} has no meaning in a route` });
  if (canonical === "")
    context.addIssue({ code: "custom", message: "must say which deployments, such as region:eu-west-1" });
});

const routeEntry = z.strictObject(
  {
    filter: filter.optional(),
    channels: listOf(text.pipe(channelInput.shape.name), mostNames).min(1, "must name a channel"),
    also: flag.default(false),
  },
  { error: "must be settings such as “filter: type:CLUSTER” and “channels: [Pager]”" },
);
export type RouteEntry = z.output<typeof routeEntry>;

/** All routes of an organization, in their order. */
export const routeEntries = listOf(routeEntry, mostRoutes + 1).superRefine((entries, context) => {
  for (const [index, entry] of entries.entries()) {
    const isLast = index === entries.length - 1;
    const wrong = (field: string, message: string) =>
      context.addIssue({ code: "custom", path: [index, field], message });
    if (entry.filter === undefined && !isLast)
      wrong("filter", "is required; only the last entry has none, for everything else");
    if (entry.filter === undefined && isLast && entry.also)
      wrong("also", "has no meaning for everything else");
    if (entry.filter !== undefined && index === mostRoutes)
      wrong("filter", `is too much: an organization has ${mostRoutes} routes at most`);
  }
});

/**
 * The routes that entries say.
 * @param idOf finds the id of a channel by its name, which is at this place of the list
 */
export function routesOfEntries(
  entries: readonly RouteEntry[],
  idOf: (name: string, place: string) => string,
): Routes {
  const all = entries.map(({ channels, ...entry }, index) => ({
    ...entry,
    channels: channels.map((name, at) => idOf(name, `[${index}].channels[${at}]`)),
  }));
  return {
    routes: all.flatMap(({ filter: canonical, channels, also }) =>
      canonical === undefined ? [] : [{ filter: canonical, channels, also }],
    ),
    rest: all.find((entry) => entry.filter === undefined)?.channels ?? null,
  };
}
