import { parameters } from "../address/urls.ts";

export const pageSizes = [10, 25, 50, 100] as const;

/** How a list encodes its page in an address, and its default page size. */
export interface PagingForm {
  page: string;
  pageSize: string;
  defaultPageSize: (typeof pageSizes)[number];
}

const usual: PagingForm = { page: parameters.page, pageSize: parameters.pageSize, defaultPageSize: 10 };

export interface Paging {
  /** From 1. */
  page: number;
  pageSize: number;
}

export interface Page<Row> extends Paging {
  rows: readonly Row[];
  pageCount: number;
}

/** Reads page and pageSize from an address. Invalid values become the default. */
export function readPaging(query: URLSearchParams, form = usual): Paging {
  const page = Number(query.get(form.page) ?? 1);
  const pageSize = Number(query.get(form.pageSize) ?? form.defaultPageSize);
  return {
    page: Number.isSafeInteger(page) && page >= 1 ? page : 1,
    pageSize: pageSizes.some((size) => size === pageSize) ? pageSize : form.defaultPageSize,
  };
}

/** The query with page and pageSize. Defaults are left out, other parameters stay. */
export function writePaging(
  query: URLSearchParams,
  { page, pageSize }: Paging,
  form = usual,
): URLSearchParams {
  const next = new URLSearchParams(query);
  next.delete(form.page);
  next.delete(form.pageSize);
  if (page !== 1) next.set(form.page, String(page));
  if (pageSize !== form.defaultPageSize) next.set(form.pageSize, String(pageSize));
  return next;
}

/** The rows of one page. A page beyond the end becomes the last one. */
export function takePage<Row>(rows: readonly Row[], { page, pageSize }: Paging): Page<Row> {
  const pageCount = Math.max(1, Math.ceil(rows.length / pageSize));
  const shown = Math.min(page, pageCount);
  return { rows: rows.slice((shown - 1) * pageSize, shown * pageSize), page: shown, pageSize, pageCount };
}
