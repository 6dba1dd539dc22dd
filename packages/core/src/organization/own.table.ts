import type { OrganizationId } from "../access/scope.ts";
import type { OwnOrganizationInput } from "../contract/organization.ts";
import { organizationKey } from "../table/keys.ts";
import type { Write } from "../table/table.ts";

/** The change of an organization's row that the input asks for: an empty description removes the stored one. */
export function amendOrganization(id: OrganizationId, input: OwnOrganizationInput) {
  const { name, description, onlyAdminsManageSources: onlyAdmins } = input;
  return {
    update: organizationKey(id),
    change: {
      set: {
        name,
        ...(description && { description }),
        ...(onlyAdmins && { onlyAdminsManageSources: true }),
      },
      remove: [
        ...(description === "" ? ["description"] : []),
        ...(onlyAdmins === false ? ["onlyAdminsManageSources"] : []),
      ],
    },
    when: [{ exists: true }, { attribute: "deletedAt", absent: true }],
  } satisfies Write;
}
