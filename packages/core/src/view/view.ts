import { audit, callerOf } from "../access/audit.ts";
import type { SourceActor } from "../access/actor.ts";
import type { SourceContext } from "../access/context.ts";
import { refuseManaged } from "../access/managed.ts";
import { noOrganization } from "../account/source-rights.ts";
import { type AuditedChange, auditRow } from "../audit/audit.ts";
import { type Claim, unclaimed } from "../caller/once.ts";
import { mayChangeView } from "../contract/deployment/view-rights.ts";
import type { SavedView, ViewChange, ViewInput } from "../contract/deployment/view.ts";
import { isId, newId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import { withName, withoutName } from "../kit/same-name.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { checkRevision, type Expected } from "../table/revision.ts";
import type { Row } from "../table/row.ts";
import type { Write } from "../table/table.ts";
import { canonicalFilter } from "./canonical-filter.ts";
import { toView, withChange } from "./map.ts";
import { ownersOf, personalOwner, sharedOwner, transactFor, type ViewOwner } from "./owner.ts";
import {
  changeView,
  deleteView,
  putNames,
  putView,
  viewKind,
  viewNamesKind,
  type ViewRow,
} from "./view.table.ts";

/** How many views an organization shares, and how many a person has for themselves. */
export const mostViews = 50;

const notFound = () => new Problem("notFound", "View not found");

export const nameTaken = "VIEW_NAME_TAKEN";

const taken = () =>
  new Problem("conflict", "A view with this name already exists.", {
    code: nameTaken,
    details: ["name: must differ from the names of other views"],
  });

const full = (shared: boolean) => () =>
  new Problem(
    "conflict",
    `${shared ? "An organization can share" : "You can have"} ${mostViews} views. Delete one first.`,
    { code: "TOO_MANY_VIEWS" },
  );

const limits = (shared: boolean) => ({ most: mostViews, taken, full: full(shared) });

/** The shared views of the caller's organization and then the caller's own, oldest first. */
export async function list(ctx: SourceContext): Promise<SavedView[]> {
  const found = ownersOf(ctx).map(async (owner) => {
    const rows = await ctx.table.queryAll(owner.keys.views);
    return rows.map((row) => toView(viewKind.read(row), owner));
  });
  return (await Promise.all(found)).flat();
}

/** A view that the caller sees. Throws notFound. */
export async function get(ctx: SourceContext, id: string): Promise<SavedView> {
  const view = (await list(ctx)).find((one) => one.id === id);
  if (!view) throw notFound();
  return view;
}

/**
 * Saves a view. Throws invalid for a filter that makes no sense. Throws conflict when the owner has a view
 * of that name or too many views, or when a caller without organization shares it.
 */
export async function create(
  ctx: SourceContext,
  input: ViewInput,
  claim: Claim = unclaimed,
): Promise<SavedView> {
  const { shared, sort, columns, ...rest } = input;
  const owner = ownerOf(ctx, shared);
  if (!owner) throw noOrganization();
  const createdAt = ctx.clock.now();
  const row: ViewRow = {
    ...rest,
    id: newId("view", createdAt, ctx.random.bytes(16)),
    filter: canonicalFilter(rest.filter),
    ...(sort && { sort }),
    ...(columns && { columns }),
    createdBy: callerOf(ctx.actor),
    createdAt,
    ...(ctx.actor.kind === "file" && { managedBy: "file" as const }),
  };
  await retryOnConflict(async () => {
    const before = namesIn(await ctx.table.get(owner.keys.names));
    const names = withName(before ?? [], row.name, limits(shared));
    const event = auditIfShared(ctx, owner, { action: "view.created", id: row.id, name: row.name });
    const writes = [putNames(owner.keys, before, names), putView(owner.keys, row), ...claim(row.id)];
    await transactFor(ctx, owner, [...writes, ...event]);
  });
  audit(ctx, "view.created", { viewId: row.id, organizationId: owner.organization });
  return toView(row, owner);
}

/**
 * Changes a view that the caller created, or a shared one as an admin. Throws notFound, forbidden, invalid
 * for a filter that makes no sense, and conflict when the owner has another view of that name. Throws outdated for
 * another revision than expected.
 */
export async function change(
  ctx: SourceContext,
  id: string,
  input: ViewChange,
  expected?: Expected,
): Promise<SavedView> {
  const { name, filter } = input;
  const changed = { ...input, ...(filter !== undefined && { filter: canonicalFilter(filter) }) };
  const { view, organizationId } = await retryOnConflict(async () => {
    const { owner, row, names } = await findOwn(ctx, id, expected);
    const others = withoutName(names ?? [], row.name);
    const rename =
      name === undefined || name === row.name
        ? []
        : [putNames(owner.keys, names, withName(others, name, limits(owner.organization !== undefined)))];
    const event = auditIfShared(ctx, owner, {
      action: "view.changed",
      id,
      name: name ?? row.name,
      fields: {
        ...(name !== undefined && { name: [row.name, name] }),
        ...(changed.filter !== undefined && { filter: [row.filter, changed.filter] }),
      },
    });
    await transactFor(ctx, owner, [...rename, changeView(owner.keys, row, changed, expected), ...event]);
    return { view: toView(withChange(row, changed), owner), organizationId: owner.organization };
  });
  audit(ctx, "view.changed", { viewId: id, organizationId });
  return view;
}

/**
 * Deletes a view that the caller created, or a shared one as an admin. Throws notFound and forbidden, and outdated for
 * another revision than expected.
 */
export async function remove(ctx: SourceContext, id: string, expected?: Expected): Promise<void> {
  const organizationId = await retryOnConflict(async () => {
    const { owner, row, names } = await findOwn(ctx, id, expected);
    await transactFor(ctx, owner, [
      putNames(owner.keys, names, withoutName(names ?? [], row.name)),
      deleteView(owner.keys, row, expected),
      ...auditIfShared(ctx, owner, { action: "view.deleted", id, name: row.name }),
    ]);
    return owner.organization;
  });
  audit(ctx, "view.deleted", { viewId: id, organizationId });
}

/** The event of a shared view. A person's own views concern nobody else. */
const auditIfShared = (ctx: SourceContext, { organization }: ViewOwner, event: AuditedChange): Write[] =>
  organization ? [auditRow(ctx, organization, event)] : [];

function ownerOf({ actor, ...rest }: SourceContext, shared: boolean): ViewOwner | undefined {
  if (shared) return sharedOwner({ ...rest, actor });
  if (actor.kind === "member") return personalOwner({ ...rest, actor });
  throw new Problem("invalid", "A token has no views of its own.", {
    details: ["shared: must be true for a view that a token saves"],
  });
}

/** A token and the configuration file may change every shared view, as an admin. */
const mayChange = (actor: SourceActor, row: ViewRow): boolean =>
  actor.kind !== "member" || mayChangeView({ id: actor.accountId, roles: actor.roles }, row);

interface StoredViews {
  owner: ViewOwner;
  row: ViewRow;
  names: string[] | undefined;
}

/** A view that the caller may change. Throws notFound, forbidden, and outdated for another revision than expected. */
async function findOwn(ctx: SourceContext, id: string, expected: Expected): Promise<StoredViews> {
  if (!isId("view", id)) throw notFound();
  const owners = ownersOf(ctx);
  const rows = await ctx.table.batchGet(owners.flatMap(({ keys }) => [keys.view(id), keys.names]));
  for (const [index, owner] of owners.entries()) {
    const [view, names] = rows.slice(2 * index);
    if (!view) continue;
    const row = viewKind.read(view);
    if (!mayChange(ctx.actor, row))
      throw new Problem(
        "forbidden",
        "Someone else shared this view. Only they and organization admins can change it.",
      );
    refuseManaged(ctx, row);
    checkRevision(row, expected);
    return { owner, row, names: namesIn(names) };
  }
  throw notFound();
}

const namesIn = (row: Row | undefined): string[] | undefined => row && viewNamesKind.read(row).names;
