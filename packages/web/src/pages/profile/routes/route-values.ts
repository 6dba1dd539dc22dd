import { formatFilter, formatLine } from "@shardwatch/core/contract/filter/format";
import { nearest } from "@shardwatch/core/contract/filter/nearest";
import { parseText } from "@shardwatch/core/contract/filter/parse";
import type { Routes, RoutesPreview } from "@shardwatch/core/contract/incident/route";
import { meaninglessIn } from "@shardwatch/core/contract/incident/silence-words";
import { faultsOf as faultsInAnswer } from "../../../lib/errors.ts";
import { counted, formatCount } from "../../../lib/words/count.ts";

/** A route as it is typed. */
export interface RouteValues {
  /** Stays when the route moves. */
  key: number;
  filter: string;
  /** The ids of its channels. */
  channels: readonly string[];
  also: boolean;
}

export interface RoutesValues {
  routes: readonly RouteValues[];
  /** Whether everything else goes to all channels that are on, or to some. */
  restTo: "all" | "chosen";
  restChannels: readonly string[];
}

/** A stored filter as people type it. What a later release has written stays as it is. */
export function lineOf(stored: string): string {
  const { filter, faults } = parseText(stored, []);
  return faults.length > 0 ? stored : formatLine(filter);
}

/** The routes as fields. Channels that are gone are left out: they can't be saved again. */
export function valuesOf({ routes, rest }: Routes, channels: readonly { id: string }[]): RoutesValues {
  const left = (ids: readonly string[]) => ids.filter((id) => channels.some((one) => one.id === id));
  return {
    routes: routes.map((route, key) => ({
      key,
      filter: lineOf(route.filter),
      channels: left(route.channels),
      also: route.also,
    })),
    restTo: rest === null ? "all" : "chosen",
    restChannels: rest === null ? [] : left(rest),
  };
}

/** The fields as the API takes them. */
export const routesOf = ({ routes, restTo, restChannels }: RoutesValues): Routes => ({
  routes: routes.map(({ filter, channels, also }) => ({ filter, channels: [...channels], also })),
  rest: restTo === "all" ? null : [...restChannels],
});

/** A new route behind the others. */
export const withNew = (routes: readonly RouteValues[]): RouteValues[] => [
  ...routes,
  { key: Math.max(-1, ...routes.map(({ key }) => key)) + 1, filter: "", channels: [], also: false },
];

/** The routes with one of them moved by a place, up (-1) or down (1). Where there is none, nothing changes. */
export function moved(routes: readonly RouteValues[], at: number, by: -1 | 1): readonly RouteValues[] {
  const [one, other] = [routes[at], routes[at + by]];
  if (!one || !other) return routes;
  return routes.map((each) => (each === one ? other : each === other ? one : each));
}

/** What is wrong with the filter of a route, as a sentence; undefined for a right one. */
export function filterFault(text: string): string | undefined {
  const { filter, faults } = parseText(text, [], nearest);
  const [fault] = faults;
  if (fault !== undefined) return fault;
  const canonical = formatFilter(filter);
  const [field] = meaninglessIn(canonical);
  if (field !== undefined) return `${field} has no meaning in a route`;
  return canonical === "" ? "Type which deployments, such as region:eu-west-1" : undefined;
}

export const channelFault = (ids: readonly string[]): string | undefined =>
  ids.length === 0 ? "Choose at least one channel" : undefined;

/** Whether something is wrong with the routes, and with everything else. Each field says what. */
export const faultsOf = ({ routes, restTo, restChannels }: RoutesValues) => ({
  routes: routes.some(
    ({ filter, channels }) => filterFault(filter) !== undefined || channelFault(channels) !== undefined,
  )
    ? "A route is not complete"
    : undefined,
  restChannels: restTo === "chosen" ? channelFault(restChannels) : undefined,
});

export const isRight = (values: RoutesValues): boolean =>
  Object.values(faultsOf(values)).every((fault) => fault === undefined);

/** The faults of an answer of the API by their places: "routes[1].filter" or "rest". */
export const placedFaults = (error: unknown): Readonly<Record<string, string>> =>
  Object.fromEntries(
    faultsInAnswer(error).flatMap((fault) => {
      const [, place, text] = /^(routes\[\d+\]\.(?:filter|channels)|rest): (.+)$/s.exec(fault) ?? [];
      return place !== undefined && text !== undefined ? [[place, text] as const] : [];
    }),
  );

/** What a preview says in words. A route that takes nothing may have a mistake in its filter. The tables have the rest. */
export function previewText({ incidents, isPartial, routes, byRule, nobody }: RoutesPreview): string {
  if (incidents === 0) return "No incident opened in the last 30 days.";
  const sentences = [
    `${isPartial ? "The oldest " : ""}${counted(incidents, "incident")} of the last 30 days.`,
    ...routes.flatMap((taken, index) => (taken === 0 ? [`Route ${index + 1} takes none of them.`] : [])),
    byRule === 0
      ? ""
      : `${formatCount(byRule)} ${byRule === 1 ? "goes" : "go"} by a rule with channels of its own.`,
    nobody.after === 0
      ? ""
      : nobody.after === 1
        ? "1 reaches nobody: it's less urgent than every channel takes."
        : `${formatCount(nobody.after)} reach nobody: they're less urgent than every channel takes.`,
  ];
  return sentences.filter((one) => one !== "").join(" ");
}
