/**
 * The pages of a list, up to a number of rows. Each is asked for when the one before is printed.
 * @param most how many rows at most; undefined for all
 */
export async function* pagesOf<Row>(
  ask: (
    cursor: string | undefined,
    limit: number,
  ) => Promise<{ rows: readonly Row[]; nextCursor?: string | undefined }>,
  largest: number,
  most = Infinity,
): AsyncGenerator<readonly Row[]> {
  let left = most;
  let cursor: string | undefined;
  do {
    const { rows, nextCursor } = await ask(cursor, Math.min(largest, left));
    yield rows.slice(0, left);
    left -= rows.length;
    // A server that never ends its list would be asked without end.
    if (nextCursor === cursor || rows.length === 0) return;
    cursor = nextCursor;
  } while (cursor !== undefined && left > 0);
}
