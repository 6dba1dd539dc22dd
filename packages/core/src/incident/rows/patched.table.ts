import type { OrganizationId } from "../../access/scope.ts";
import type { PatchedVersions } from "../../contract/support/worst.ts";
import { list, number, record, text } from "../../table/field.ts";
import { type Row, RowKind, type RowOf } from "../../table/row.ts";
import type { Write } from "../../table/table.ts";
import { patchedKey } from "./incident.keys.ts";

/** The versions of which people said that their distribution patched them. Every pass reads it, and lists that ask. */
export const patchedKind = new RowKind("patched versions", 1, {
  /** Raised by every write, so two people do not overwrite each other. */
  revision: number(),
  versions: list(
    record({
      /** As `versionKeyOf` returns it. A later release may know more engines. */
      key: text(),
      /** The ids of the vulnerabilities that were known then. */
      vulnerabilities: list(text()),
      /** The account of the person. */
      by: text(),
      at: number(),
    }),
  ),
});
export type StoredPatched = RowOf<typeof patchedKind>;
export type StoredVersion = StoredPatched["versions"][number];

export const readPatched = (row: Row | undefined): StoredPatched =>
  row ? patchedKind.read(row) : { revision: 0, versions: [] };

export const toPatched = ({ versions }: Pick<StoredPatched, "versions">): PatchedVersions =>
  new Map(versions.map(({ key, vulnerabilities }) => [key, vulnerabilities]));

/** Fails when somebody else has changed it since. */
export const putPatched = (
  organization: OrganizationId,
  { revision }: StoredPatched,
  versions: StoredVersion[],
): Write => ({
  update: patchedKey(organization),
  change: patchedKind.replace({ revision: revision + 1, versions }),
  when: revision === 0 ? [{ exists: false }] : patchedKind.equals({ revision }),
});
