import type { DeploymentType } from "@shardwatch/core/contract/deployment";
import { type Paging, readPaging, writePaging } from "../../lib/paging.ts";
import { organizationIn, parameters } from "../../lib/urls.ts";
import type { Order } from "../../lib/sorting.ts";
import { isSortField, type SortField } from "./columns.tsx";
import { typeChoices } from "./types.ts";

/** Filters, order and page of the list. All of it is in the address. */
export interface View extends Paging {
  search: string;
  type: DeploymentType | undefined;
  /** The id of the organization whose deployments are loaded; undefined means all. */
  organization: string | undefined;
  sort: SortField;
  order: Order;
}

const { search, type, organization, sort, order, page, pageSize } = parameters;
const names = [search, type, organization, sort, order, page, pageSize];

/**
 * Reads the view from an address. Invalid values count as not set.
 * @param choosesOrganization whether the person may choose an organization; others have their own
 */
export function readView(query: URLSearchParams, choosesOrganization: boolean): View {
  const field = query.get(sort) ?? "";
  return {
    search: query.get(search) ?? "",
    type: typeChoices.find(({ value }) => value === query.get(type))?.value,
    organization: choosesOrganization ? organizationIn(query) : undefined,
    sort: isSortField(field) ? field : "name",
    order: query.get(order) === "desc" ? "desc" : "asc",
    ...readPaging(query),
  };
}

/** The query with the view. Defaults are left out, other parameters stay. */
export function writeView(query: URLSearchParams, view: View): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of names) next.delete(name);
  if (view.search) next.set(search, view.search);
  if (view.type) next.set(type, view.type);
  if (view.organization) next.set(organization, view.organization);
  if (view.sort !== "name") next.set(sort, view.sort);
  if (view.order !== "asc") next.set(order, view.order);
  return writePaging(next, view);
}

/** Whether two queries describe the same view, in any order. */
export function isSameView(a: URLSearchParams, b: URLSearchParams): boolean {
  return names.every((name) => a.getAll(name).join("\n") === b.getAll(name).join("\n"));
}

/** The view with a change. Every change except of the page starts at the first page. */
export function changeView(view: View, change: Partial<View>): View {
  return { ...view, page: 1, ...change };
}

/** The view without its filters: search, type and organization. Order and page size stay. */
export const withoutFilters = { search: "", type: undefined, organization: undefined } as const;

/** The reverse direction if the field is already sorted, else ascending. */
export function sortBy(view: View, field: SortField): Pick<View, "sort" | "order"> {
  return { sort: field, order: view.sort === field && view.order === "asc" ? "desc" : "asc" };
}
