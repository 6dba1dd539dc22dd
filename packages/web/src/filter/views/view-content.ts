import { type Filter, withTerm } from "@shardwatch/core/contract/filter/filter";
import { formatFilter } from "@shardwatch/core/contract/filter/format";
import { parseFilter } from "@shardwatch/core/contract/filter/parse";
import { builtInViews } from "@shardwatch/core/contract/filter/views";
import type { SavedView } from "@shardwatch/core/contract/deployment/view";
import { parameters } from "../../lib/address/urls.ts";
import { type ColumnConfig, shownConfig } from "../../ui/table/columns.ts";
import { type ListView, writeListView } from "../list-view.ts";
import type { ViewedList } from "./viewed-list.ts";

type View = ListView<string>;

/** A view with a name, as its list can show it. */
export interface NamedView extends Pick<View, "filter" | "sort" | "order"> {
  name: string;
  /** Left out for the views that everybody has. */
  saved?: SavedView;
  /** What this version of the application does not understand, as sentences. */
  faults: readonly string[];
}

type Sorts = ViewedList["sorts"];
type Sorted = Pick<View, "sort" | "order">;

/** A sorting as the list has it. A column that this version does not know is left out. */
const sortedBy = (sort: SavedView["sort"] | undefined, { isSort, usual }: Sorts): Sorted =>
  sort && isSort(sort.by) ? { sort: sort.by, order: sort.order } : { sort: usual, order: "asc" };

/** The views of a list that everybody has. */
export const viewsOfEverybody = ({ name: list, sorts }: Pick<ViewedList, "name" | "sorts">): NamedView[] =>
  builtInViews[list].map(({ name, filter, sort }) => ({
    name,
    ...parseFilter(new URLSearchParams(filter), []),
    ...sortedBy(sort, sorts),
  }));

/** Another release may have saved it. What this one does not know is left out, and becomes a fault. */
export function readSaved(saved: SavedView, sorts: Sorts): NamedView {
  const { filter, faults } = parseFilter(new URLSearchParams(saved.filter), []);
  const { sort } = saved;
  const sorted = sortedBy(sort, sorts);
  const unknownSort = sort && sorted.sort !== sort.by ? [`sort: ${sort.by} is not a column`] : [];
  return { name: saved.name, saved, filter, ...sorted, faults: [...faults, ...unknownSort] };
}

/** The filter of a view in the list. A view without an organization keeps the one that is chosen. */
export function filterIn({ filter }: NamedView, current: Filter): Filter {
  const chosen = current.terms.get("org");
  return chosen && !filter.terms.has("org") ? withTerm(filter, "org", chosen) : filter;
}

export const asksTheSame = (named: NamedView, current: View): boolean =>
  formatFilter(filterIn(named, current.filter)) === formatFilter(current.filter);

/** Whether filter or order are others than those of the view. */
export const isEdited = (named: NamedView, current: View): boolean =>
  !asksTheSame(named, current) || named.sort !== current.sort || named.order !== current.order;

/** The query string that opens a view. Parameters that a view does not fix stay. */
export function searchOf(named: NamedView, current: View, query: URLSearchParams, sorts: Sorts): string {
  const { sort, order, saved } = named;
  const next = writeListView(query, sorts, {
    ...current,
    filter: filterIn(named, current.filter),
    sort,
    order,
    page: 1,
  });
  next.delete(parameters.view);
  if (saved) next.set(parameters.view, saved.id);
  return next.size > 0 ? `?${next}` : "";
}

type Columns = ViewedList["columns"];

/** The ids of the optional columns that are shown, in the form in which a view keeps them. */
export function shownColumns(columns: Columns, chosen: ColumnConfig): string[] {
  const shown = shownConfig(columns, chosen);
  return Object.keys(shown).filter((id) => shown[id] === true);
}

/** The shown state of every optional column, for the columns of a view. Unknown ids are ignored. */
export const configOf = (ids: readonly string[], columns: Columns): ColumnConfig =>
  Object.fromEntries(Object.keys(shownConfig(columns, {})).map((id) => [id, ids.includes(id)]));

/** What is saved of the present list. */
export function contentOf(
  { filter, sort, order }: View,
  { usual }: Sorts,
): Pick<SavedView, "filter" | "sort"> {
  const isDefault = sort === usual && order === "asc";
  return { filter: formatFilter(filter), sort: isDefault ? null : { by: sort, order } };
}

/** The fault of a view's name, in the words of the API; undefined when there is none that a form can see. */
export const nameFault = (name: string): string | undefined =>
  name.trim() === "" ? "View name is required" : undefined;
