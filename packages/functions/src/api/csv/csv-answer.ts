import { byteOrderMark, csvFileName, csvHeader, csvType } from "@shardwatch/core/contract/csv/table";
import { collectLines, type PagedRows } from "./collect-lines.ts";

interface CsvFile<Row> {
  /** "deployments": a part of the file's name. */
  noun: string;
  columns: Readonly<Record<string, unknown>>;
  rows: PagedRows<Row>;
  lineOf: (row: Row) => string;
}

interface CsvRequest {
  address: string;
  /** Where callers reach the API. It may have a path in front, which a server has removed from `address`. */
  apiOrigin: string;
  now: number;
  bom?: "1" | undefined;
  limit: number;
  cursor?: string | undefined;
}

/** The Link header of an answer: the same request for the rows after this cursor. */
function linkToNext({ address, apiOrigin }: CsvRequest, cursor: string): string {
  const { pathname, searchParams } = new URL(address);
  const prefix = new URL(apiOrigin).pathname.replace(/\/+$/, "");
  searchParams.set("cursor", cursor);
  return `<${prefix}${pathname}?${searchParams.toString()}>; rel="next"`;
}

/** The text and the headers of an answer with a CSV file, or with a part of one. */
export async function csvAnswer<Row>({ noun, columns, rows, lineOf }: CsvFile<Row>, request: CsvRequest) {
  const { now, bom, limit, cursor } = request;
  const { text, nextCursor } = await collectLines(rows, lineOf, { limit, cursor });
  const isFirst = cursor === undefined;
  const head = isFirst ? `${bom ? byteOrderMark : ""}${csvHeader(columns)}` : "";
  const headers = {
    "content-type": csvType(isFirst),
    "content-disposition": `attachment; filename="${csvFileName(noun, now)}"`,
    ...(nextCursor !== undefined && { link: linkToNext(request, nextCursor) }),
  };
  return { text: `${head}${text}`, headers };
}
