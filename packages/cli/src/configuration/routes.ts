import { type RouteEntry, routesOfEntries } from "@shardwatch/core/contract/configuration/route-entry";
import { canonicalText } from "@shardwatch/core/contract/filter/canonical";
import type { RouteList } from "@shardwatch/core/contract/incident/route";
import type { Api } from "../api/api.ts";
import type { Around } from "./around.ts";
import { lineOf } from "./line-of.ts";
import { NamedChannels } from "./named-channels.ts";
import { changed, emptyPlan, ofServersFile, type Plan } from "./plan.ts";

async function read(api: Api, entries: readonly RouteEntry[]) {
  const stored = await api.get("/routes", {});
  const named = [...stored.routes.map(({ channels }) => channels), stored.rest];
  const channels = await NamedChannels.read(api, [...entries.map((entry) => entry.channels), ...named]);
  return { stored, channels };
}

/** How the routes come to be as the file lists them. An organization has them once, so they are replaced as a whole. */
export async function planRoutes(api: Api, entries: readonly RouteEntry[], around: Around): Promise<Plan> {
  const { stored, channels } = await read(api, entries);
  const plan = emptyPlan();
  for (const [index, { channels: names }] of entries.entries())
    plan.faults.push(...channels.faultsOf(names, around, `routes[${index}]`, "route"));
  const [before, after] = [textsOf(storedEntries(stored, channels)), textsOf(entries)];
  const most = Math.max(before.routes.length, after.routes.length);
  const places = Array.from({ length: most }, (_, index) => index);
  const lines = [
    ...places.flatMap((at) => changedText(`route ${at + 1}`, before.routes[at], after.routes[at], channels)),
    ...changedText("everything else", before.rest, after.rest, channels),
  ];
  if (lines.length === 0) return plan;
  if (stored.managedBy !== undefined) {
    plan.refusals.push(`routes: ${ofServersFile}`);
    return plan;
  }
  plan.steps.push({
    sign: "~",
    title: "routes",
    lines,
    do: async () => {
      const names = [...new Set(entries.flatMap((entry) => entry.channels))];
      const ids = await Promise.all(
        names.map(async (name) => [name, (await channels.idsOf(api, [name]))?.[0] ?? ""] as const),
      );
      const byName = new Map(ids);
      const json = routesOfEntries(entries, (name) => byName.get(name) ?? "");
      await api.put("/routes", { header: { "if-match": `"${stored.revision}"` }, json });
    },
  });
  return plan;
}

/** A route whose channels are all gone has none here. */
const storedEntries = ({ routes, rest }: RouteList, channels: NamedChannels): RouteEntry[] => [
  ...routes.map(({ filter, channels: ids, also }) => ({
    filter: knownText(filter),
    channels: channels.namesOf(ids) ?? [],
    also,
  })),
  ...(rest === null ? [] : [{ channels: channels.namesOf(rest) ?? [], also: false }]),
];

/** The canonical text of a filter. One of another release may hold what this one does not know, and stays as it is. */
function knownText(filter: string): string {
  const { canonical, faults } = canonicalText(filter);
  return faults.length > 0 ? filter : canonical;
}

interface Shown {
  filter: string;
  names: readonly string[];
  also: boolean;
}

function textsOf(entries: readonly RouteEntry[]): { routes: Shown[]; rest: Shown | undefined } {
  const routes = entries.flatMap(({ filter, channels, also }): Shown[] =>
    filter === undefined ? [] : [{ filter, names: channels, also }],
  );
  const rest = entries.find(({ filter }) => filter === undefined);
  return { routes, rest: rest && { filter: "", names: rest.channels, also: false } };
}

function changedText(
  title: string,
  before: Shown | undefined,
  after: Shown | undefined,
  channels: NamedChannels,
): string[] {
  const textOf = (one: Shown | undefined): string | null => {
    if (!one) return title === "everything else" ? "to all that are on" : null;
    const to = `to ${one.names.length === 0 ? "channels that are gone" : channels.textOf(one.names)}`;
    return [...(one.filter === "" ? [] : [lineOf(one.filter)]), one.also ? `also ${to}` : to].join(" ");
  };
  return changed(title, textOf(before), textOf(after));
}

/** The routes as a file has them; undefined where the server's own file manages them. */
export async function writeRoutes(api: Api): Promise<object[] | undefined> {
  const { stored, channels } = await read(api, []);
  if (stored.managedBy !== undefined) return undefined;
  return storedEntries(stored, channels)
    .filter((entry) => entry.channels.length > 0)
    .map((entry) => ({
      ...(entry.filter !== undefined && { filter: lineOf(entry.filter) }),
      channels: entry.channels,
      ...(entry.also && { also: true }),
    }));
}
