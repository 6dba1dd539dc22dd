import type { Services, SourceContext } from "../access/context.ts";
import { type OrganizationId, ownOrganization } from "../access/scope.ts";
import type { IntegrationRow } from "./row.ts";
import type { IntegrationKind } from "./kind.ts";

/** The row of an integration, also while it is being deleted. Undefined when there is none. */
export async function find<R extends IntegrationRow>(
  services: Services,
  kind: IntegrationKind<R>,
  organization: OrganizationId,
  id: string,
): Promise<R | undefined> {
  const row = kind.isId(id) ? await services.table.get(kind.key(organization, id)) : undefined;
  return row && kind.codec.read(row);
}

/** The integrations of an organization, oldest first, without those that are being deleted. */
export async function livingRows<R extends IntegrationRow>(
  services: Services,
  kind: IntegrationKind<R>,
  organization: OrganizationId,
): Promise<R[]> {
  const rows = (await services.table.queryAll(kind.rowsOf(organization))).map((row) => kind.codec.read(row));
  return rows
    .filter(({ deletedAt }) => deletedAt === undefined)
    .toSorted((left, right) => left.createdAt - right.createdAt);
}

/**
 * An integration of the caller's organization. Throws the kind's notFound for an integration of another
 * organization. One that is being deleted is not found either, unless `alsoDeleted` is set.
 */
export async function locate<R extends IntegrationRow>(
  ctx: SourceContext,
  kind: IntegrationKind<R>,
  id: string,
  { alsoDeleted = false } = {},
): Promise<{ organization: OrganizationId; row: R }> {
  const organization = ownOrganization(ctx.actor);
  const row = organization ? await find(ctx, kind, organization, id) : undefined;
  if (!organization || !row || (row.deletedAt !== undefined && !alsoDeleted)) throw kind.notFound();
  return { organization, row };
}
