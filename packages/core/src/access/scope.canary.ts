import type { OrganizationId } from "./scope.ts";

/**
 * Where our own reports are stored. There is no organization of this id, and its form is not that of an id. So no list,
 * no pass and no census finds it.
 */
export const canaryOrganization = "org_canary" as OrganizationId;
