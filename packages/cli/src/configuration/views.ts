import type { ViewEntry } from "@shardwatch/core/contract/configuration/objects";
import type { SavedView } from "@shardwatch/core/contract/deployment/view";
import { canonicalText } from "@shardwatch/core/contract/filter/canonical";
import { comparable } from "@shardwatch/core/kit/same-name";
import type { Api } from "../api/api.ts";
import type { Around } from "./around.ts";
import { createOnce } from "./create-once.ts";
import { lineOf } from "./line-of.ts";
import { changed, emptyPlan, matchOf, ofServersFile, type Plan, type Step } from "./plan.ts";

/** Those that the organization shares. A person's own are nobody else's. */
async function read(api: Api): Promise<SavedView[]> {
  return (await api.get("/views", {})).views.filter(({ shared }) => shared);
}

const titleOf = ({ name }: Pick<SavedView, "name">): string => `view “${name}”`;

const revisionOf = ({ revision }: SavedView) => ({ "if-match": `"${revision}"` });

/** How the shared views of the file come to be. */
export async function planViews(api: Api, entries: readonly ViewEntry[], { prunes }: Around): Promise<Plan> {
  const stored = await read(api);
  const plan = emptyPlan();
  const kept = new Set<SavedView>();
  for (const [index, entry] of entries.entries()) {
    const place = `views[${index}]`;
    const isMeant = ({ name }: SavedView) => comparable(name) === comparable(entry.name);
    const match = matchOf(stored, isMeant, place);
    if ("fault" in match) plan.refusals.push(match.fault);
    else if (match.found) {
      kept.add(match.found);
      planChange(plan, match.found, entry, place);
    } else plan.steps.push(creation(entry, isMeant));
  }
  if (prunes)
    for (const one of stored)
      if (one.managedBy === undefined && !kept.has(one)) plan.steps.push(deletion(one));
  return plan;
}

function creation(entry: ViewEntry, isMeant: (one: SavedView) => boolean): Step {
  const body = { ...entry, shared: true };
  return {
    sign: "+",
    title: titleOf(entry),
    lines: [`${entry.list}: ${lineOf(entry.filter) || "all"}`],
    do: async (api) => {
      const send = async (clientToken: string) =>
        await api.post("/views", { json: { ...body, clientToken } });
      await createOnce(body, send, isMeant);
    },
  };
}

function planChange(plan: Plan, one: SavedView, entry: ViewEntry, place: string): void {
  if (one.list !== entry.list) {
    plan.refusals.push(`${place}.list: can't change; give the view another name, or delete the former one`);
    return;
  }
  const { name, filter, sort, columns } = entry;
  const { canonical, faults } = canonicalText(one.filter);
  const before = faults.length > 0 ? one.filter : canonical;
  const lines = [
    ...changed("name", one.name, name),
    ...(before === filter ? [] : changed("filter", lineOf(one.filter), lineOf(filter))),
    ...changed("sort", sortText(one.sort), sortText(sort)),
    ...changed("columns", one.columns?.join(", ") ?? null, columns?.join(", ") ?? null),
  ];
  if (lines.length === 0) return;
  if (one.managedBy !== undefined) {
    plan.refusals.push(`${place}: ${ofServersFile}`);
    return;
  }
  plan.steps.push({
    sign: "~",
    title: titleOf(one),
    lines,
    do: async (api) => {
      const json = { name, filter, sort, columns };
      await api.patch("/views/:id", { param: { id: one.id }, header: revisionOf(one), json });
    },
  });
}

const sortText = (sort: SavedView["sort"]): string | null => sort && `${sort.by} ${sort.order}`;

const deletion = (one: SavedView): Step => ({
  sign: "-",
  title: titleOf(one),
  lines: [],
  do: async (api) => {
    await api.delete("/views/:id", { param: { id: one.id }, header: revisionOf(one) });
  },
});

/** The shared views as a file has them. */
export async function writeViews(api: Api): Promise<object[]> {
  return (await read(api))
    .filter(({ managedBy }) => managedBy === undefined)
    .map(({ name, list, filter, sort, columns }) => ({
      name,
      ...(list !== "deployments" && { list }),
      ...(filter !== "" && { filter: lineOf(filter) }),
      ...(sort && { sort: { by: sort.by, order: sort.order } }),
      ...(columns && { columns }),
    }));
}
