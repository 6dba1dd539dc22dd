import type { FileContext } from "../access/context.ts";
import type { ViewInput } from "../contract/deployment/view.ts";
import { type Done, keeperOf } from "../access/file-entry.ts";
import { comparable } from "../kit/same-name.ts";
import { change, create, list, nameTaken, remove } from "./view.ts";
import type { SavedView } from "../contract/deployment/view.ts";

/** A shared view as the configuration file has it, with the canonical text of its filter. */
export type ManagedView = Omit<ViewInput, "shared">;

/** The list of a view never changes. */
const isMeant = (entry: ManagedView, one: SavedView): boolean =>
  comparable(one.name) === comparable(entry.name) && one.list === entry.list;

async function keep(ctx: FileContext, entry: ManagedView, one: SavedView | undefined): Promise<Done> {
  if (!one) {
    await create(ctx, { ...entry, shared: true });
    return "created";
  }
  const { name, filter, sort, columns } = entry;
  if (textOf(one) === textOf(entry)) return undefined;
  await change(ctx, one.id, { name, filter, sort, columns });
  return "changed";
}

const textOf = ({ name, filter, sort, columns }: Pick<ViewInput, "name" | "filter" | "sort" | "columns">) =>
  JSON.stringify([name, filter, sort && [sort.by, sort.order], columns]);

/** Makes the views of the file as it has them, by their names. Views that people shared stay as they are. Safe to repeat. */
export const keepManagedViews = keeperOf<ManagedView, SavedView>({
  read: async (ctx) => (await list(ctx)).filter(({ managedBy }) => managedBy !== undefined),
  isMeant,
  keep,
  remove: async (ctx, { id }) => await remove(ctx, id),
  taken: nameTaken,
});
