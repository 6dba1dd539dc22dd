import type { MemberContext } from "../access/context.ts";
import { managedByFile } from "../access/managed.ts";
import type { OrganizationId } from "../access/scope.ts";
import { auditRow } from "../audit/audit.ts";
import type { OwnOrganizationInput } from "../contract/people/organization.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { organizationKey } from "./organization.keys.ts";
import { amendOrganization, organizationKind, unchanged } from "./organization.table.ts";

/**
 * Changes name, description and setting of an organization, with the event of it. The write fails when
 * another request has changed them since they were read, so that the event is right about what was before.
 * Returns false when there is no such organization. Throws conflict for another name than that of the
 * configuration file.
 */
export async function amend(
  ctx: MemberContext,
  id: OrganizationId,
  input: OwnOrganizationInput,
): Promise<boolean> {
  return await retryOnConflict(async () => {
    const row = await ctx.table.get(organizationKey(id));
    const before = row && organizationKind.read(row);
    if (!before || before.deletedAt !== undefined) return false;
    const { name, description, onlyAdminsManageSources: onlyAdmins } = input;
    if (before.managedBy !== undefined && name !== before.name) throw managedByFile();
    const amended = amendOrganization(id, input);
    await ctx.table.transact([
      { ...amended, when: [...amended.when, ...unchanged(before)] },
      auditRow(ctx, id, {
        action: "organization.changed",
        id,
        name,
        fields: {
          name: [before.name, name],
          ...(description !== undefined && { description: [before.description, description] }),
          ...(onlyAdmins !== undefined && {
            onlyAdminsManageSources: [before.onlyAdminsManageSources ?? false, onlyAdmins],
          }),
        },
      }),
    ]);
    return true;
  });
}
