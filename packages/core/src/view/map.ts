import type { SavedView, ViewChange } from "../contract/deployment/view.ts";
import { revisionOf } from "../table/revision.ts";
import type { ViewOwner } from "./owner.ts";
import type { ViewRow } from "./view.table.ts";

/** A view as the API answers it. */
export function toView(row: ViewRow, { organization }: Pick<ViewOwner, "organization">): SavedView {
  const { id, name, list, filter, sort = null, columns = null, createdBy, createdAt, managedBy } = row;
  return {
    id,
    name,
    list,
    filter,
    sort,
    columns,
    shared: organization !== undefined,
    createdBy,
    createdAt: new Date(createdAt).toISOString(),
    ...(managedBy && { managedBy }),
    revision: revisionOf(row),
  };
}

/** The row after a change. Null removes, and undefined stays. */
export function withChange({ sort, columns, ...row }: ViewRow, change: ViewChange): ViewRow {
  const { name = row.name, filter = row.filter } = change;
  return {
    ...row,
    revision: revisionOf(row) + 1,
    name,
    filter,
    sort: change.sort === null ? undefined : (change.sort ?? sort),
    columns: change.columns === null ? undefined : (change.columns ?? columns),
  };
}
