import { audit } from "../access/audit.ts";
import type { MemberContext } from "../access/context.ts";
import { chosenOrganization, type OrganizationId } from "../access/scope.ts";
import type {
  Organization,
  OrganizationCounts,
  OrganizationInput,
  OrganizationListItem,
} from "../contract/people/organization.ts";
import { auditRow } from "../audit/audit.ts";
import { badCursor, decodeCursor, encodeCursor } from "../kit/cursor.ts";
import { isId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import { batchGetAll } from "../table/batch.ts";
import { amend } from "./amend.ts";
import { organizationsBeingDeleted, everyOrganization, organizationKey } from "./organization.keys.ts";
import { create as prepare } from "./organization.ts";
import { type OrganizationRow, readOrganization } from "./organization.table.ts";
import { read } from "./read.ts";

export interface OrganizationPage {
  organizations: OrganizationListItem[];
  nextCursor?: string;
}

const notFound = () => new Problem("notFound", "Organization not found");

/** The id of an organization that the caller may see. Throws notFound for every other. */
export function visible(ctx: MemberContext, id: string): OrganizationId {
  const organization = isId("organization", id) ? chosenOrganization(ctx.actor, id) : undefined;
  if (!organization) throw notFound();
  return organization;
}

/** Reads what is counted in some organizations, by their ids. */
type CountReader = (
  ctx: MemberContext,
  organizations: readonly OrganizationId[],
) => Promise<ReadonlyMap<string, OrganizationCounts>>;

interface ListQuery {
  limit: number;
  cursor?: string | undefined;
  /** Reads the counts, beside the rows. Without it, the items have none. */
  counts?: CountReader | undefined;
}

/**
 * A page of all organizations, in the order of creation. The first page also has those whose deletion has
 * begun.
 */
export async function list(
  ctx: MemberContext,
  { limit, cursor, counts }: ListQuery,
): Promise<OrganizationPage> {
  const after = cursor === undefined ? undefined : readPosition(ctx, cursor);
  const [departing, { keys, more }] = await Promise.all([
    after === undefined ? ctx.table.findAll(organizationsBeingDeleted) : [],
    ctx.table.find(everyOrganization, {
      limit,
      ...(after !== undefined && { after: { ...organizationKey(after), gsi1sk: after } }),
    }),
  ]);
  const [rows, counted] = await Promise.all([
    batchGetAll(ctx.table, [...departing, ...keys]),
    counts?.(
      ctx,
      keys.map((key) => visible(ctx, key.gsi1sk)),
    ),
  ]);
  const last = keys.at(-1)?.gsi1sk;
  return {
    organizations: rows.map((row) => {
      const item = toListItem(readOrganization(row));
      return { ...item, ...(counted && { counts: counted.get(item.id) ?? null }) };
    }),
    ...(more && last !== undefined && { nextCursor: encodeCursor({ organization: last }) }),
  };
}

function readPosition(ctx: MemberContext, cursor: string): OrganizationId {
  const { organization = "", ...rest } = decodeCursor(cursor) ?? {};
  const chosen = chosenOrganization(ctx.actor, organization);
  if (chosen && isId("organization", chosen) && Object.keys(rest).length === 0) return chosen;
  throw badCursor();
}

function toListItem(row: OrganizationRow): OrganizationListItem {
  const { id, name, description = null, managedBy, deletedAt, deletedRows = 0, allRows } = row;
  const created = new Date(row.createdAt).toISOString();
  if (deletedAt === undefined)
    return {
      id,
      name,
      description,
      ...(managedBy && { managedBy }),
      createdAt: created,
      deleting: false,
    };
  // Rows that came after the count are deleted, too.
  const all = allRows === undefined ? null : Math.max(allRows, deletedRows);
  const deletion = { begunAt: new Date(deletedAt).toISOString(), deletedRows, allRows: all };
  return { id, name, description, createdAt: created, deleting: true, deletion };
}

/** One organization: any for super admins, their own for others. Throws notFound. */
export async function get(ctx: MemberContext, id: string): Promise<Organization> {
  const found = await read(ctx, visible(ctx, id));
  if (!found) throw notFound();
  return found;
}

/** A new organization without members. */
export async function create(ctx: MemberContext, input: OrganizationInput): Promise<Organization> {
  const { name, description } = input;
  const { id, write } = prepare(ctx, { name, description });
  await ctx.table.transact([write, auditRow(ctx, id, { action: "organization.created", id, name })]);
  audit(ctx, "organization.created", { organizationId: id });
  return {
    id,
    name,
    description: description || null,
    onlyAdminsManageSources: false,
    members: [],
  };
}

/**
 * Changes an organization's name and description. An absent description stays; an empty one is removed.
 * Throws notFound.
 */
export async function change(
  ctx: MemberContext,
  id: string,
  input: OrganizationInput,
): Promise<Organization> {
  const organization = visible(ctx, id);
  if (!(await amend(ctx, organization, input))) throw notFound();
  audit(ctx, "organization.changed", { organizationId: organization });
  return await get(ctx, id);
}
