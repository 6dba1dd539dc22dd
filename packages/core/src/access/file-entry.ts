import { Problem } from "../kit/problem.ts";
import type { FileContext } from "./context.ts";

/** What the configuration file did for one of its entries; undefined when nothing had to be done. */
export type Done = "created" | "changed" | "removed" | undefined;

/**
 * Runs the work for one entry of the file, and notes the problem that it throws.
 * @param index the entry's place in its list; undefined for what the list has no longer
 */
export type Attempt = (index: number | undefined, work: () => Promise<Done>) => Promise<unknown>;

/** Makes the objects of a list as the file has them. */
type Keeper<Entry> = (ctx: FileContext, wanted: readonly Entry[], attempt: Attempt) => Promise<void>;

interface Kept<Entry, Stored> {
  /** Those that are there now. */
  read: (ctx: FileContext) => Promise<readonly Stored[]>;
  /** Whether an entry is about this one. */
  isMeant: (entry: Entry, one: Stored) => boolean;
  /** Makes one as the file has it, whether it was there before or not. */
  keep: (ctx: FileContext, entry: Entry, one: Stored | undefined) => Promise<Done>;
  /** Removes what the file has no longer. */
  remove: (ctx: FileContext, one: Stored) => Promise<unknown>;
  /** The code of the problem that a name is taken. */
  taken: string;
}

/** A keeper of objects with names. What people made stays as it is. */
export const keeperOf =
  <Entry, Stored extends { managedBy?: unknown }>({
    read,
    isMeant,
    keep,
    remove,
    taken,
  }: Kept<Entry, Stored>): Keeper<Entry> =>
  async (ctx, wanted, attempt) => {
    const all = await read(ctx);
    const matched = wanted.map((entry) => all.find((one) => isMeant(entry, one)));
    for (const one of all)
      if (one.managedBy !== undefined && !matched.includes(one))
        await attempt(undefined, async () => {
          await remove(ctx, one);
          return "removed";
        });
    for (const [index, entry] of wanted.entries())
      await attempt(index, async () => {
        const one = matched[index];
        try {
          return await keep(ctx, entry, one);
        } catch (error) {
          // A replica that starts at the same time may create it first: then that one is kept.
          const isTaken = one === undefined && error instanceof Problem && error.code === taken;
          const other = isTaken ? (await read(ctx)).find((each) => isMeant(entry, each)) : undefined;
          if (other === undefined) throw error;
          return await keep(ctx, entry, other);
        }
      });
  };
