/** What the configuration file did for one of its entries; undefined when nothing had to be done. */
export type Done = "created" | "changed" | "removed" | undefined;

/**
 * Runs the work for one entry of the file, and notes the problem that it throws.
 * @param index the entry's place in its list; undefined for what the list has no longer
 */
export type Attempt = (index: number | undefined, work: () => Promise<Done>) => Promise<unknown>;
