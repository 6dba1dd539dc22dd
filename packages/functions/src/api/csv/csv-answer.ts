import { byteOrderMark, csvFileName, csvHeader, csvType } from "@shardwatch/core/contract/csv/table";
import type { Context } from "hono";
import * as z from "zod";
import type { ReaderEnv } from "../../http/request-variables.ts";
import { collectLines, type PagedRows } from "./collect-lines.ts";

/** Deployments and databases take about 250 bytes each. */
export const mostRows = 10_000;

/** The parameter of every file. */
export const csvBom = z
  .literal("1", { error: 'must be "1", or left out' })
  .optional()
  .describe('"1" for a byte order mark at the beginning, with which Excel reads UTF-8');

/** The answer with a file. */
export const csvFile = {
  200: {
    description: "A file; Link names the rest where one answer cannot hold it",
    headers: z.object({
      link: z.string().optional().describe('The address of the next page, with rel="next"'),
      "content-disposition": z.string(),
    }),
    content: { "text/csv": { schema: z.string() } },
  },
} as const;

export const aboutCsv =
  "RFC 4180, in UTF-8, with a header line. An empty cell is not known; none is known to be none, such as no " +
  "memory limit. A text that a spreadsheet could take as a formula begins with an apostrophe. The list in JSON " +
  "changes no text. Later pages have no header line, so all pages together are one file.";

interface CsvFile<Row> {
  /** "deployments": a part of the file's name. */
  noun: string;
  columns: Readonly<Record<string, unknown>>;
  rows: PagedRows<Row>;
  lineOf: (row: Row) => string;
}

interface CsvQuery {
  bom?: "1" | undefined;
  limit: number;
  cursor?: string | undefined;
}

/**
 * The Link header of an answer: the same request for the rows after this cursor. The API may have a path in front, which
 * a server has removed from the address.
 */
function linkToNext(address: string, apiOrigin: string, cursor: string): string {
  const { pathname, searchParams } = new URL(address);
  const prefix = new URL(apiOrigin).pathname.replace(/\/+$/, "");
  searchParams.set("cursor", cursor);
  return `<${prefix}${pathname}?${searchParams.toString()}>; rel="next"`;
}

/** Answers with a CSV file, or with a part of one. */
export async function csvAnswer<Row>(
  c: Context<ReaderEnv>,
  { noun, columns, rows, lineOf }: CsvFile<Row>,
  { bom, limit, cursor }: CsvQuery,
) {
  const { clock, settings } = c.var.ctx;
  // Read first: a file that takes until midnight has the day on which it began.
  const now = clock.now();
  const { text, nextCursor } = await collectLines(rows, lineOf, { limit, cursor });
  const isFirst = cursor === undefined;
  const head = isFirst ? `${bom ? byteOrderMark : ""}${csvHeader(columns)}` : "";
  return c.text(`${head}${text}`, 200, {
    "content-type": csvType(isFirst),
    "content-disposition": `attachment; filename="${csvFileName(noun, now)}"`,
    ...(nextCursor !== undefined && { link: linkToNext(c.req.url, settings.apiOrigin, nextCursor) }),
  });
}
