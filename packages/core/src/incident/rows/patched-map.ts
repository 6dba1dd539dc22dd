import type { OrganizationId } from "../../access/scope.ts";
import type { PatchedVersion } from "../../contract/incident/patched.ts";
import { versionOfKey } from "../../contract/support/worst.ts";
import { type Callers, nameOf } from "../../caller/names.ts";
import type { StoredPatched } from "./patched.table.ts";

/** The accounts that it names. */
export const peopleOf = ({ versions }: StoredPatched): string[] => [...new Set(versions.map(({ by }) => by))];

/** As the API shows it. Versions of engines that this release does not know are left out. */
export const shownPatched = (
  { versions }: StoredPatched,
  organization: OrganizationId,
  callers: Callers,
): PatchedVersion[] =>
  versions.flatMap(({ key, vulnerabilities, by, at }) => {
    const version = versionOfKey(key);
    if (!version) return [];
    const said = { by: { id: by, name: nameOf(by, callers, organization) }, at: new Date(at).toISOString() };
    return [{ engine: version.engine, version: version.version, vulnerabilities, ...said }];
  });
