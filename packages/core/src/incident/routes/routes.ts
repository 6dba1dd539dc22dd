import { audit } from "../../access/audit.ts";
import type { ReaderContext, SourceContext } from "../../access/context.ts";
import { refuseManaged } from "../../access/managed.ts";
import { type OrganizationId, ownOrganization } from "../../access/scope.ts";
import { auditRow } from "../../audit/audit.ts";
import type { AuditFields } from "../../audit/changes.ts";
import { findCallers, nameOf } from "../../caller/names.ts";
import { allOf, type Channel } from "../../channel/channels.ts";
import { routesText } from "../../contract/configuration/same-routes.ts";
import type { RouteList, Routes } from "../../contract/incident/route.ts";
import { retryOnConflict } from "../../table/retry-on-conflict.ts";
import { checkRevision, type Expected } from "../../table/revision.ts";
import { requireOrganization, stamp, writeRules } from "../own-rules/write-rules.ts";
import { putRoutes, type StoredRoutes } from "../rows/routes.table.ts";
import { noRoutes, readRoutesInput } from "./route-input.ts";
import { readStored } from "./stored.ts";

const unchanged: RouteList = { ...noRoutes, changedBy: null, changedAt: null, revision: 0 };

/** The routes of the caller's organization. Without a change, everything goes to all channels. */
export async function getRoutes(ctx: ReaderContext): Promise<RouteList> {
  const organization = ownOrganization(ctx.actor);
  if (!organization) return unchanged;
  return await shown(ctx, organization, await readStored(ctx, organization));
}

/**
 * Replaces the routes. The next pass sends by them. Throws invalid with the place of each fault, outdated for another
 * revision than expected, and conflict for those of the configuration file. Writes nothing where they are the same.
 */
export async function saveRoutes(
  ctx: SourceContext,
  input: Routes,
  expected: Expected,
): Promise<{ isChanged: boolean; routes: RouteList }> {
  const organization = requireOrganization(ctx);
  const channels = await allOf(ctx, organization);
  const result = await retryOnConflict(async () => {
    const before = await readStored(ctx, organization);
    refuseManaged(ctx, before ?? {});
    checkRevision(before ?? {}, expected);
    const wanted = readRoutesInput(input, channels);
    const taken = ctx.actor.kind === "file" && before?.managedBy === undefined;
    if (!taken && routesText(before ?? noRoutes) === routesText(wanted))
      return { isChanged: false, stored: before };
    return { isChanged: true, stored: await write(ctx, organization, { before, wanted, channels }) };
  });
  if (result.isChanged) audit(ctx, "routes.changed", { organizationId: organization });
  return { isChanged: result.isChanged, routes: await shown(ctx, organization, result.stored) };
}

/** Gives the routes of the configuration file back to people, as they are without a change. */
export async function releaseRoutes(ctx: SourceContext): Promise<void> {
  const organization = requireOrganization(ctx);
  await retryOnConflict(async () => {
    const before = await readStored(ctx, organization);
    if (before?.managedBy === undefined) return;
    const channels = await allOf(ctx, organization);
    await write(ctx, organization, { before, wanted: noRoutes, channels, isReleased: true });
  });
}

interface Change {
  before: StoredRoutes | undefined;
  wanted: Routes;
  channels: readonly Channel[];
  isReleased?: true;
}

async function write(
  ctx: SourceContext,
  organization: OrganizationId,
  { before, wanted, channels, isReleased }: Change,
): Promise<StoredRoutes> {
  const revision = (before?.revision ?? 0) + 1;
  const { managedBy, ...by } = { managedBy: undefined, ...stamp(ctx) };
  const next = { ...wanted, ...by, revision, managedBy: isReleased ? undefined : managedBy };
  const row = auditRow(ctx, organization, {
    action: "routes.changed",
    fields: changedFields(before ?? noRoutes, wanted, channels),
  });
  await writeRules(ctx, organization, [putRoutes(organization, next, before?.revision), row], "routes");
  return next;
}

/** Each route that is not as before, with the names of its channels. */
function changedFields(before: Routes, after: Routes, channels: readonly Channel[]): AuditFields {
  const names = new Map(channels.map(({ id, name }) => [id, name]));
  const named = (ids: readonly string[]) => ids.map((id) => names.get(id) ?? id).join(", ");
  const textAt = ({ routes }: Routes, index: number): string | null => {
    const route = routes[index];
    return route ? `${route.filter} → ${named(route.channels)}${route.also ? " (also)" : ""}` : null;
  };
  const rest = (ids: Routes["rest"]) => (ids === null ? "all channels" : named(ids));
  const most = Math.max(before.routes.length, after.routes.length);
  return {
    ...Object.fromEntries(
      Array.from({ length: most }, (_, index) => [
        `route ${index + 1}`,
        [textAt(before, index), textAt(after, index)] as const,
      ]),
    ),
    "everything else": [rest(before.rest), rest(after.rest)],
  };
}

async function shown(
  ctx: ReaderContext | SourceContext,
  organization: OrganizationId,
  stored: StoredRoutes | undefined,
): Promise<RouteList> {
  if (!stored) return unchanged;
  const { routes, rest, by, at, revision, managedBy } = stored;
  const callers = await findCallers(ctx, [by]);
  return {
    routes,
    rest,
    changedBy: { id: by, name: nameOf(by, callers, organization) },
    changedAt: new Date(at).toISOString(),
    ...(managedBy && { managedBy }),
    revision,
  };
}
