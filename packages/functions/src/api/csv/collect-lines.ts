/** Lambda answers at most 6 MB, as JSON, in which a quote or a line end takes two bytes for each of its own. */
const mostBytes = 3_000_000;
/** With a filter, many pages may hold few rows. An answer reads at most so many, which takes a few seconds. */
const mostPages = 20;

/** Rows that are read page by page. */
export interface PagedRows<Row> {
  read: (
    limit: number,
    cursor: string | undefined,
  ) => Promise<{ rows: Row[]; nextCursor: string | undefined }>;
  cursorAfter: (row: Row) => string;
}

/** As many lines as one answer may have, and the cursor of the rest. */
export async function collectLines<Row>(
  { read, cursorAfter }: PagedRows<Row>,
  lineOf: (row: Row) => string,
  { limit, cursor }: { limit: number; cursor?: string | undefined },
): Promise<{ text: string; nextCursor: string | undefined }> {
  const lines: string[] = [];
  let bytes = 0;
  let last: Row | undefined;
  let nextCursor = cursor;
  for (let pages = 0; pages < mostPages && lines.length < limit; pages += 1) {
    const page = await read(limit - lines.length, nextCursor);
    for (const row of page.rows) {
      const line = lineOf(row);
      bytes += Buffer.byteLength(line);
      // The page of a super admin can have more rows than the limit.
      const isFull = lines.length === limit || bytes > mostBytes;
      if (isFull && last !== undefined) return { text: lines.join(""), nextCursor: cursorAfter(last) };
      lines.push(line);
      last = row;
    }
    nextCursor = page.nextCursor;
    if (nextCursor === undefined) break;
  }
  return { text: lines.join(""), nextCursor };
}
