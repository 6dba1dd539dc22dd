import type { OrganizationId } from "../access/scope.ts";
import { organizationOfEntry } from "../access/scope.trusted.ts";
import type { OrganizationRole } from "../contract/people/roles.ts";
import { digest } from "../kit/hash.ts";
import { list, mark, number, record, text } from "../table/field.ts";
import { type Row, RowKind, type RowOf } from "../table/row.ts";
import type { Write } from "../table/table.ts";
import { entryKey, organizationKey } from "./organization.keys.ts";
import { living, organizationKind, type OrganizationRow, unchanged } from "./organization.table.ts";

/** An organization as the configuration file names it. */
export const entryKind = new RowKind("configuration entry", 1, {
  /** The id of the entry in the file. */
  entryId: text(),
  organizationId: text(),
  /** Its place in the file. Where a person's groups fit several organizations, the first one counts. */
  position: number(),
  /** Groups of the provider whose people are members, with the role that they get. */
  groups: list(record({ group: text(), role: text<OrganizationRole>() })),
  /** Absent once the file has the entry no longer. The row stays, so that a returning entry finds it again. */
  inFile: mark(),
});

export type EntryRow = RowOf<typeof entryKind>;
export type EntryGroup = EntryRow["groups"][number];

export interface StoredEntry extends Omit<EntryRow, "organizationId"> {
  organization: OrganizationId;
}

export function readEntry(row: Row): StoredEntry {
  const { organizationId, ...entry } = entryKind.read(row);
  return { ...entry, organization: organizationOfEntry({ organizationId }) };
}

export const keyOfEntry = (entryId: string) => entryKey(digest(entryId));

/** Stores an entry. Fails when another process has led it to another organization since `before` was read. */
export function putEntry({ organization, ...entry }: StoredEntry, before: StoredEntry | undefined): Write {
  return {
    put: { ...keyOfEntry(entry.entryId), ...entryKind.write({ ...entry, organizationId: organization }) },
    when: before ? entryKind.equals({ organizationId: before.organization }) : [{ exists: false }],
  };
}

/** Makes an organization one of the file, with the name that it has there. Fails when it has changed. */
export const manage = (id: OrganizationId, before: OrganizationRow, name: string): Write => ({
  update: organizationKey(id),
  change: { set: organizationKind.changes({ name, managedBy: "file" }) },
  when: [...living, ...unchanged(before)],
});

/** Gives an organization back to people. */
export const release = (id: OrganizationId): Write => ({
  update: organizationKey(id),
  change: { remove: [organizationKind.attribute.managedBy] },
  when: living,
});
