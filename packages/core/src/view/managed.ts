import type { FileContext } from "../access/context.ts";
import type { ViewInput } from "../contract/deployment/view.ts";
import { type Attempt, type Done, keepNamed } from "../access/file-entry.ts";
import { comparable } from "../kit/same-name.ts";
import { change, create, list, nameTaken, remove } from "./view.ts";
import type { SavedView } from "../contract/deployment/view.ts";

/** A shared view as the configuration file has it, with the canonical text of its filter. */
export type ManagedView = Omit<ViewInput, "shared">;

/** Makes the views of the file as it has them, by their names. Views that people shared stay as they are. Safe to repeat. */
export async function keepManagedViews(
  ctx: FileContext,
  wanted: readonly ManagedView[],
  attempt: Attempt,
): Promise<void> {
  const own = await ownOf(ctx);
  const matched = wanted.map((entry) => own.find((one) => isMeant(entry, one)));
  for (const one of own)
    if (!matched.includes(one))
      await attempt(undefined, async () => {
        await remove(ctx, one.id);
        return "removed";
      });
  for (const [index, entry] of wanted.entries())
    await attempt(
      index,
      async () =>
        await keepNamed({
          taken: nameTaken,
          one: matched[index],
          keep: async (one) => await keep(ctx, entry, one),
          find: async () => (await ownOf(ctx)).find((one) => isMeant(entry, one)),
        }),
    );
}

const ownOf = async (ctx: FileContext) =>
  (await list(ctx)).filter(({ managedBy }) => managedBy !== undefined);

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
