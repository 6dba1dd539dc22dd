import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { auditRow, byFile } from "../audit/audit.ts";
import { Problem } from "../kit/problem.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import type { Write } from "../table/table.ts";
import {
  type EntryGroup,
  keyOfEntry,
  manage,
  putEntry,
  readEntry,
  release,
  type StoredEntry,
} from "./entry.table.ts";
import { everyEntry } from "./organization.keys.ts";
import { create as prepare, find } from "./organization.ts";
import { putShared } from "./organization.table.ts";
import { findShared } from "./shared.ts";

export type { EntryGroup, StoredEntry };

/** An organization as the configuration file wants it. */
export interface ManagedOrganization {
  /** Finds the organization again, also after it was renamed in the file. */
  entryId: string;
  name: string;
  /** Whether people enter it at their first sign-in, where they share an organization. */
  isShared: boolean;
  groups: EntryGroup[];
  position: number;
}

/** Every entry that the file has or had, in the order of the file. */
export async function storedEntries(services: Pick<Services, "table">): Promise<StoredEntry[]> {
  const rows = await services.table.queryAll(everyEntry);
  return rows.map(readEntry).toSorted((left, right) => left.position - right.position);
}

/**
 * Makes an organization as the file has it: creates it, or gives it its name and groups. The shared organization
 * is the one that is there, if people have entered one already. Safe to repeat. Throws conflict when the entry
 * has led to another organization before.
 */
export async function keepOrganization(
  services: Services,
  wanted: ManagedOrganization,
): Promise<OrganizationId> {
  return await retryOnConflict(async () => {
    const row = await services.table.get(keyOfEntry(wanted.entryId));
    const before = row && readEntry(row);
    const own = before && (await find(services, before.organization));
    const shared = wanted.isShared ? await findShared(services) : undefined;
    if (before && own && shared?.exists && shared.id !== before.organization) throw otherShared();
    const id = shared?.exists ? shared.id : own && before?.organization;
    if (id === undefined) return await create(services, wanted, before, shared?.id);
    const writes = [
      ...(await amended(services, id, wanted)),
      ...entryWrites(wanted, id, before),
      ...(shared && !shared.exists ? [putShared(id, shared.id)] : []),
    ];
    if (writes.length > 0) await services.table.transact(writes);
    return id;
  });
}

async function create(
  services: Services,
  wanted: ManagedOrganization,
  before: StoredEntry | undefined,
  formerShared: OrganizationId | undefined,
): Promise<OrganizationId> {
  const { name, isShared } = wanted;
  const { id, write } = prepare(services, { name, managedBy: "file" });
  await services.table.transact([
    write,
    ...entryWrites(wanted, id, before),
    ...(isShared ? [putShared(id, formerShared)] : []),
    auditRow(byFile(services), id, { action: "organization.created", id, name }),
  ]);
  services.log.info("the configuration file made an organization", {
    entry: wanted.entryId,
    organizationId: id,
  });
  return id;
}

/** The writes that give the organization its name; none when it has it. */
async function amended(
  services: Services,
  id: OrganizationId,
  { name }: ManagedOrganization,
): Promise<Write[]> {
  const row = await find(services, id);
  if (!row) throw new Problem("conflict", "The organization is being deleted.", { code: "NO_ORGANIZATION" });
  if (row.managedBy !== undefined && row.name === name) return [];
  const fields = { name: [row.name, name], managedBy: [row.managedBy, "file"] } as const;
  return [
    manage(id, row, name),
    auditRow(byFile(services), id, { action: "organization.changed", id, name, fields }),
  ];
}

function entryWrites(
  { entryId, position, groups }: ManagedOrganization,
  organization: OrganizationId,
  before: StoredEntry | undefined,
): Write[] {
  const entry: StoredEntry = { entryId, organization, position, groups, inFile: true };
  return before && sameEntry(before, entry) ? [] : [putEntry(entry, before)];
}

const sameEntry = (left: StoredEntry, right: StoredEntry): boolean =>
  left.organization === right.organization &&
  left.position === right.position &&
  left.inFile === right.inFile &&
  JSON.stringify(left.groups.map(({ group, role }) => [group, role])) ===
    JSON.stringify(right.groups.map(({ group, role }) => [group, role]));

/** The groups of an entry that the file has no longer lead nobody there from now on. Safe to repeat. */
export async function endGroups(services: Services, entry: StoredEntry): Promise<void> {
  if (entry.groups.length === 0) return;
  await retryOnConflict(() => services.table.transact([putEntry({ ...entry, groups: [] }, entry)]));
}

/**
 * Gives the organization of an entry that the file has no longer back to people. Its groups lead nobody there any
 * more. Safe to repeat.
 * @param stays whether another entry of the file leads to the same organization
 */
export async function releaseOrganization(
  services: Services,
  entry: StoredEntry,
  stays: boolean,
): Promise<void> {
  const { inFile: _, ...rest } = entry;
  await retryOnConflict(async () => {
    const { organization: id } = entry;
    const row = stays ? undefined : await find(services, id);
    const fields = { managedBy: ["file", null] } as const;
    await services.table.transact([
      putEntry({ ...rest, groups: [] }, entry),
      ...(row
        ? [
            release(id),
            auditRow(byFile(services), id, { action: "organization.changed", id, name: row.name, fields }),
          ]
        : []),
    ]);
  });
}

const otherShared = () =>
  new Problem("conflict", 'People enter another organization already. Remove "shared" from this entry.', {
    code: "OTHER_SHARED",
  });
