import type { Write } from "./table.ts";

/** The same writes without the index attributes. Queries of the index do not find these rows. */
export const unindexed = (writes: readonly Write[]): Write[] =>
  writes.map((write) => {
    if (!("put" in write)) return write;
    const { gsi1pk: _, gsi1sk: __, ...put } = write.put;
    return { ...write, put };
  });
