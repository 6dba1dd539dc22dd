import { type ListView, readListView, type SortNames, writeListView } from "../../filter/list-view.ts";
import { type ChangeListView, useListView } from "../../filter/use-list-view.ts";
import { isSortField, type SortField } from "./list/columns.tsx";

export { changeView, isSameView, sortBy, withoutFilter } from "../../filter/list-view.ts";

/** Filter, order and page of the list. All of it is in the address. */
export type View = ListView<SortField>;

export const sorts: SortNames<SortField> = { isSort: isSortField, usual: "name" };

/** Reads the view from an address. */
export const readView = (query: URLSearchParams, choosesOrganization: boolean): View =>
  readListView(query, sorts, choosesOrganization);

/** The query with the view. */
export const writeView = (query: URLSearchParams, view: View): URLSearchParams =>
  writeListView(query, sorts, view);

export type ChangeView = ChangeListView<SortField>;

/** The view in the address, and how to change it. */
export const useView = (choosesOrganization: boolean) => useListView(sorts, choosesOrganization);
