import type { ReaderContext } from "../../access/context.ts";
import {
  chosenOrganization,
  everyOrganization,
  type OrganizationId,
  ownOrganization,
} from "../../access/scope.ts";
import { withViewAudit } from "../../audit/bounded.ts";
import { isId } from "../../kit/ids.ts";
import { Problem } from "../../kit/problem.ts";
import { namesOf } from "../../organization/members.ts";
import { organizationIn } from "../../table/keys.ts";
import { deploymentById, deploymentKey } from "../rows/deployment.keys.ts";

/** The same error for a deployment that does not exist and for one that the caller may not see. */
export const notFound = () => new Problem("notFound", "Deployment not found");

/**
 * The organization in which to look for a deployment: the given one, or else the caller's own. A caller who
 * may see all gets the one that has the deployment. Throws notFound if there is no such organization. Throws
 * conflict when none is given and several have a deployment with that id. The deployment itself may still be
 * missing.
 */
export async function locate(
  ctx: ReaderContext,
  id: string,
  organizationId: string | undefined,
): Promise<OrganizationId> {
  if (!isId("deployment", id)) throw notFound();
  if (organizationId !== undefined) return named(ctx, organizationId);
  if (everyOrganization(ctx.actor)) return await theOnlyOne(ctx, id);
  const own = ownOrganization(ctx.actor);
  if (!own) throw notFound();
  return own;
}

function named(ctx: ReaderContext, organizationId: string): OrganizationId {
  const organization = isId("organization", organizationId)
    ? chosenOrganization(ctx.actor, organizationId)
    : undefined;
  if (!organization) throw notFound();
  return organization;
}

/**
 * What `read` finds of a deployment that the caller may see, and records that they look at it. Throws as `locate` does,
 * and notFound when it finds nothing.
 */
export async function readLocated<T>(
  ctx: ReaderContext,
  id: string,
  organizationId: string | undefined,
  read: (organization: OrganizationId) => Promise<T | undefined>,
): Promise<T> {
  const organization = await locate(ctx, id, organizationId);
  const found = await withViewAudit(ctx, organization, read(organization));
  if (found === undefined) throw notFound();
  return found;
}

/** How many entries are read. Two are enough to recognize an ambiguous id. */
const mostMatches = 2;

/**
 * An agent key that has moved still derives ids from its first organization. So another organization may have
 * a deployment with the same id. The index is eventually consistent, so the rows decide which of them exist.
 */
async function theOnlyOne(ctx: ReaderContext, id: string): Promise<OrganizationId> {
  const { keys } = await ctx.table.find(deploymentById(id), { limit: mostMatches });
  const candidates = keys.flatMap(({ pk }) => chosenOrganization(ctx.actor, organizationIn(pk)) ?? []);
  const [first] = candidates;
  if (first === undefined) throw notFound();
  if (candidates.length === 1) return first;
  const [rows, names] = await Promise.all([
    ctx.table.batchGet(candidates.map((organization) => deploymentKey(organization, id))),
    namesOf(ctx, candidates),
  ]);
  const existing = candidates.filter((_, index) => rows[index] !== undefined);
  if (existing.length < 2) return existing[0] ?? first;
  throw ambiguous(
    existing.map((organization) => ({ id: organization, name: names.get(organization) ?? organization })),
  );
}

function ambiguous(organizations: { id: string; name: string }[]): Problem {
  const ids = organizations.map((organization) => organization.id).join(" or ");
  return new Problem("conflict", "Several organizations have a deployment with this id.", {
    code: "AMBIGUOUS_DEPLOYMENT",
    details: [`organizationId: must be ${ids}`],
    organizations,
  });
}
