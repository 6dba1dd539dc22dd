import { type Filter, withTerm } from "@shardwatch/core/contract/filter/filter";
import { formatFilter } from "@shardwatch/core/contract/filter/format";
import { parseFilter } from "@shardwatch/core/contract/filter/parse";
import { builtInViews } from "@shardwatch/core/contract/filter/views";
import type { SavedView } from "@shardwatch/core/contract/deployment/view";
import { parameters } from "../../../lib/address/urls.ts";
import type { ColumnConfig } from "../../../ui/table/columns.ts";
import { isSortField } from "../list/columns.tsx";
import { type View, writeView } from "../view.ts";

/** A view with a name, as the list can show it. */
export interface NamedView extends Pick<View, "filter" | "sort" | "order"> {
  name: string;
  /** Left out for the views that everybody has. */
  saved?: SavedView;
  /** What this version of the application does not understand, as sentences. */
  faults: readonly string[];
}

const unsorted = { sort: "name", order: "asc" } as const;

/** A sorting as the list has it. A column that this version does not know is left out. */
const sortedBy = (sort: { by: string; order: View["order"] } | null | undefined) =>
  sort && isSortField(sort.by) ? { sort: sort.by, order: sort.order } : unsorted;

/** The views that everybody has. */
export const viewsOfEverybody: readonly NamedView[] = builtInViews.map(({ name, filter, sort }) => ({
  name,
  ...parseFilter(new URLSearchParams(filter), []),
  ...sortedBy(sort),
}));

/** Another release may have saved it. What this one does not know is left out, and becomes a fault. */
export function readSaved(saved: SavedView): NamedView {
  const { filter, faults } = parseFilter(new URLSearchParams(saved.filter), []);
  const { sort } = saved;
  const known = sortedBy(sort);
  const unknownSort = sort && known === unsorted ? [`sort: ${sort.by} is not a column`] : [];
  return { name: saved.name, saved, filter, ...known, faults: [...faults, ...unknownSort] };
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
export function searchOf(named: NamedView, current: View, query: URLSearchParams): string {
  const { sort, order, saved } = named;
  const next = writeView(query, {
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

/** The ids of the optional columns that are shown, in the form in which a view keeps them. */
export const shownColumns = (config: ColumnConfig): string[] =>
  Object.keys(config).filter((id) => config[id] === true);

/** The shown state of every optional column, for the columns of a view. Unknown ids are ignored. */
export const configOf = (columns: readonly string[], known: ColumnConfig): ColumnConfig =>
  Object.fromEntries(Object.keys(known).map((id) => [id, columns.includes(id)]));

/** What is saved of the present list. */
export function contentOf({ filter, sort, order }: View): Pick<SavedView, "filter" | "sort"> {
  const isDefault = sort === unsorted.sort && order === unsorted.order;
  return { filter: formatFilter(filter), sort: isDefault ? null : { by: sort, order } };
}

/** The fault of a view's name, in the words of the API; undefined when there is none that a form can see. */
export const nameFault = (name: string): string | undefined =>
  name.trim() === "" ? "View name is required" : undefined;
