import { Problem } from "../kit/problem.ts";

/** What the configuration file did for one of its entries; undefined when nothing had to be done. */
export type Done = "created" | "changed" | "removed" | undefined;

/**
 * Runs the work for one entry of the file, and notes the problem that it throws.
 * @param index the entry's place in its list; undefined for what the list has no longer
 */
export type Attempt = (index: number | undefined, work: () => Promise<Done>) => Promise<unknown>;

interface Named<Stored> {
  /** The code of the problem that its name is taken. */
  taken: string;
  /** What was there before; undefined when there was none. */
  one: Stored | undefined;
  /** Makes it as the file has it. */
  keep: (one: Stored | undefined) => Promise<Done>;
  /** What is there now. */
  find: () => Promise<Stored | undefined>;
}

/** Keeps an object with a name. A replica that starts at the same time may create it first: then that one is kept. */
export async function keepNamed<Stored>({ taken, one, keep, find }: Named<Stored>): Promise<Done> {
  try {
    return await keep(one);
  } catch (error) {
    const isTaken = one === undefined && error instanceof Problem && error.code === taken;
    const other = isTaken ? await find() : undefined;
    if (other === undefined) throw error;
    return await keep(other);
  }
}
