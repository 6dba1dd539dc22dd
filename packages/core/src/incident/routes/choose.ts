import type { CauseKind } from "../../contract/incident/words.ts";
import type { Routes } from "../../contract/incident/route.ts";
import { testOf } from "../judging/filter-match.ts";
import type { WatchedDeployment } from "../judging/watched.ts";
import { type Chosen, everywhere, type Routing } from "../messages/receivers.ts";
import { affectedBy, type IncidentRecord } from "../rows/record.ts";

/** What the routes of an incident depend on. */
export type Routed = Pick<IncidentRecord, "cause" | "members">;

/** What is wrong with these concerns the whole organization, and not the owners of 40 deployments. */
const ofEverybody: ReadonlySet<CauseKind> = new Set(["source", "key", "network", "channel", "token"]);

/** The places of the routes that an incident takes, in their order. The number of routes is that of everything else. */
type PlacesOf = (record: Routed) => readonly number[];

/**
 * Finds the routes of incidents by what their deployments are now. Each deployment takes the first route that matches it, and
 * those before it with `also`. Filters are compiled once, and a deployment is matched once, when the first incident needs
 * it. What is not in the fleet, or not known, goes to everything else.
 */
export function placesBy(
  { routes }: Pick<Routes, "routes">,
  deployments: readonly WatchedDeployment[],
): PlacesOf {
  const last = routes.length;
  if (last === 0) return () => [last];
  let tests: { test: ReturnType<typeof testOf>; also: boolean }[] | undefined;
  let byId: ReadonlyMap<string, WatchedDeployment> | undefined;
  const known = new Map<string, readonly number[]>();
  const find = (deployment: WatchedDeployment | undefined): number[] => {
    if (!deployment) return [last];
    tests ??= routes.map(({ filter, also }) => ({ test: testOf(filter), also }));
    const places: number[] = [];
    for (const [place, { test, also }] of tests.entries()) {
      if (test(deployment) !== true) continue;
      places.push(place);
      if (!also) return places;
    }
    return [...places, last];
  };
  const placesOf = (id: string): readonly number[] => {
    byId ??= new Map(deployments.map((one) => [one.id, one]));
    const places = known.get(id) ?? find(byId.get(id));
    known.set(id, places);
    return places;
  };
  return ({ cause, members }) => {
    if (ofEverybody.has(cause.kind)) return [last];
    const places = new Set(affectedBy(members).flatMap(({ id }) => placesOf(id)));
    return places.size === 0 ? [last] : [...places].toSorted((one, other) => one - other);
  };
}

/** The routes of an organization, for the messages of a pass. */
export function routingBy(
  routes: Routes | undefined,
  deployments: readonly WatchedDeployment[],
): Routing<Routed> {
  if (!routes) return everywhere;
  const placesOf = placesBy(routes, deployments);
  return { choose: (record) => chosenAt(routes, placesOf(record)), rest: routes.rest };
}

export const chosenAt = ({ routes }: Pick<Routes, "routes">, places: readonly number[]): Chosen => ({
  routes: places.flatMap((place) => (routes[place] ? [routes[place].channels] : [])),
  rest: places.includes(routes.length),
});

/** For a screen that knows no incident: wherever one of deployments may go, or one of everybody. */
export const anyRouting = (
  routes: Routes | undefined,
  isOfDeployments: (rule: IncidentRecord["rule"]) => boolean,
): Routing<Pick<IncidentRecord, "rule">> => ({
  choose: ({ rule }) => ({
    routes: isOfDeployments(rule) ? (routes?.routes ?? []).map(({ channels }) => channels) : [],
    rest: true,
  }),
  rest: routes?.rest ?? null,
});
