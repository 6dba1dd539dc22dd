import type { SavedView, ViewChange } from "../contract/deployment/view.ts";
import { list, number, optional, record, text } from "../table/field.ts";
import { atRevision, type Expected, raised, revision } from "../table/revision.ts";
import { RowKind, type RowOf } from "../table/row.ts";
import type { Write } from "../table/table.ts";
import type { ViewKeys } from "./view.keys.ts";

type Sort = NonNullable<SavedView["sort"]>;

export const viewKind = new RowKind("view", 1, {
  id: text(),
  name: text(),
  list: text<SavedView["list"]>(),
  /**
   * The canonical text of a filter, as the release that wrote it understood it. Reading does not parse it: the screen
   * drops what it does not know, and says so.
   */
  filter: text(),
  sort: optional(record({ by: text(), order: text<Sort["order"]>() })),
  columns: optional(list(text())),
  /** Id of the account that created it. */
  createdBy: text(),
  /** Unix epoch in milliseconds. */
  createdAt: number(),
  /** Present while the configuration file has it. */
  managedBy: optional(text<"file">()),
  revision,
});

export type ViewRow = RowOf<typeof viewKind>;

/**
 * The names of all views of one owner, in the form in which they are compared. Every transaction that adds,
 * renames or deletes a view writes this row on condition that it has not changed. So names stay unique and
 * their number stays limited, however many requests are concurrent. One row with all views would cost 60 write units a
 * change.
 */
export const viewNamesKind = new RowKind("view names", 1, { names: list(text()) });

/** Replaces the names. Fails when another request has changed them; undefined stands for no row. */
export const putNames = (keys: ViewKeys, before: string[] | undefined, names: string[]): Write => ({
  update: keys.names,
  change: viewNamesKind.replace({ names }),
  when: viewNamesKind.equals({ names: before }),
});

export const putView = (keys: ViewKeys, row: ViewRow): Write => ({
  put: { ...keys.view(row.id), ...viewKind.write(row) },
  when: [{ exists: false }],
});

/** Changes a view. Fails when it was deleted or renamed after it was read, or has another revision than expected. */
export function changeView(
  keys: ViewKeys,
  { id, name }: ViewRow,
  change: ViewChange,
  expected: Expected,
): Write {
  const { sort, columns, ...rest } = change;
  const { attribute } = viewKind;
  const remove = [
    ...(sort === null ? [attribute.sort] : []),
    ...(columns === null ? [attribute.columns] : []),
  ];
  const set = viewKind.changes({ ...rest, sort: sort ?? undefined, columns: columns ?? undefined });
  return {
    update: keys.view(id),
    change: { set, remove, add: raised },
    when: [...viewKind.equals({ name }), ...atRevision(expected)],
  };
}

/** Deletes a view. Fails when it was deleted or renamed after it was read, or has another revision than expected. */
export const deleteView = (keys: ViewKeys, { id, name }: ViewRow, expected: Expected): Write => ({
  delete: keys.view(id),
  when: [...viewKind.equals({ name }), ...atRevision(expected)],
});
