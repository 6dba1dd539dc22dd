import type { Key } from "./keys.ts";
import type { StoredRow } from "./row.ts";
import type { Table } from "./table.ts";

const mostKeys = 100;

/**
 * The rows that exist, in the order of the keys, for any number of keys. Each request reads a hundred; the
 * requests run concurrently.
 * @param eventually whether rows may be a second old. It costs half
 */
export async function batchGetAll(
  table: Table,
  keys: readonly Key[],
  eventually = false,
): Promise<StoredRow[]> {
  const starts = Array.from({ length: Math.ceil(keys.length / mostKeys) }, (_, index) => index * mostKeys);
  const parts = await Promise.all(
    starts.map((start) => table.batchGet(keys.slice(start, start + mostKeys), eventually)),
  );
  return parts.flat().filter((row) => row !== undefined);
}
