import type { OrganizationId } from "../access/scope.ts";
import type { OrganizationInput } from "../contract/organization.ts";
import { organizationKey } from "../table/keys.ts";
import type { Write } from "../table/table.ts";

/** The change of an organization's row that the input asks for: an empty description removes the stored one. */
export function amendOrganization(id: OrganizationId, { name, description }: OrganizationInput) {
  return {
    update: organizationKey(id),
    change: {
      set: { name, ...(description && { description }) },
      ...(description === "" && { remove: ["description"] }),
    },
    when: [{ exists: true }, { attribute: "deletedAt", absent: true }],
  } satisfies Write;
}
