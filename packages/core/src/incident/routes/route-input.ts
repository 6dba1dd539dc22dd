import type { Channel } from "../../channel/channels.ts";
import { canonicalText } from "../../contract/filter/canonical.ts";
import type { Routes } from "../../contract/incident/route.ts";
import { canBeRouted } from "../../contract/incident/route-words.ts";
import { meaninglessIn } from "../../contract/incident/silence-words.ts";
import { wrongFields } from "../../kit/problem.ts";

/** What an organization has until it changes something: everything goes to all channels that are on. */
export const noRoutes: Routes = { routes: [], rest: null };

/**
 * Routes with the canonical texts of their filters, and each channel once. Throws invalid with the place of each fault.
 * @param all those that the organization has
 */
export function readRoutesInput({ routes, rest }: Routes, all: readonly Channel[]): Routes {
  const faults: string[] = [];
  const read = routes.map((route, index): Routes["routes"][number] => {
    const place = `routes[${index}]`;
    const { canonical, faults: wrong } = canonicalText(route.filter);
    faults.push(
      ...wrong.map((fault) => `${place}.filter: ${fault}`),
      ...meaninglessIn(canonical).map((name) => `${place}.filter: ${name} has no meaning in a route`),
      ...(canonical === "" && wrong.length === 0
        ? [`${place}.filter: must say which deployments, such as region:eu-west-1`]
        : []),
      ...faultsOf(route.channels, all, `${place}.channels`),
    );
    return { filter: canonical, channels: [...new Set(route.channels)], also: route.also };
  });
  if (rest !== null) faults.push(...faultsOf(rest, all, "rest"));
  if (faults.length > 0) throw wrongFields(faults);
  return { routes: read, rest: rest && [...new Set(rest)] };
}

function faultsOf(ids: readonly string[], all: readonly Channel[], place: string): string[] {
  const found = ids.map((id) => all.find((channel) => channel.id === id));
  if (found.includes(undefined)) return [`${place}: must be ids of channels of the organization`];
  const other = found.find((channel) => channel && !canBeRouted(channel));
  return other ? [`${place}: must not have “${other.name}”, which routes don't concern`] : [];
}
