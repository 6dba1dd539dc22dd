import type { Services, SourceContext } from "../access/context.ts";
import { noOrganization } from "../account/source-rights.ts";
import { type OrganizationId, ownOrganization } from "../access/scope.ts";
import { Problem } from "../kit/problem.ts";
import { find, requireActive } from "../organization/organization.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { ConditionFailed } from "../table/errors.ts";
import { externalIdKey } from "./elasticache.keys.ts";
import { putExternalId, readExternalId } from "./elasticache.table.ts";

/** 160 bits cannot be guessed, and no two organizations get the same ID. */
const randomBytes = 20;

const newExternalId = (services: Services): string =>
  `shardwatch-${Buffer.from(services.random.bytes(randomBytes)).toString("hex")}`;

/** The caller's organization. Throws conflict for a caller without one. */
export function ownOrganizationOf({ actor }: SourceContext): OrganizationId {
  const organization = ownOrganization(actor);
  if (!organization) throw noOrganization();
  return organization;
}

/**
 * The external ID of the caller's organization. The first call creates it; later calls return the same one. A
 * customer's role must require it. Otherwise another organization could make us read their account:
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/confused-deputy.html
 */
export async function issue(ctx: SourceContext): Promise<{ externalId: string }> {
  const organization = ownOrganizationOf(ctx);
  return await retryOnConflict(async () => {
    const known = await issuedTo(ctx, organization);
    if (known !== undefined) return { externalId: known };
    const externalId = newExternalId(ctx);
    try {
      await ctx.table.transact([putExternalId(organization, externalId), requireActive(organization)]);
    } catch (error) {
      if (error instanceof ConditionFailed && !(await find(ctx, organization))) throw noOrganization();
      throw error;
    }
    return { externalId };
  });
}

/** The external ID of an organization; undefined while it has none. */
async function issuedTo(services: Services, organization: OrganizationId): Promise<string | undefined> {
  return readExternalId(await services.table.get(externalIdKey(organization)));
}

/** Throws invalid for every external ID except the organization's own. */
export async function refuseForeignId(services: Services, organization: OrganizationId, externalId: string) {
  if ((await issuedTo(services, organization)) === externalId) return;
  throw new Problem("invalid", "This external ID wasn't issued to your organization.", {
    code: "FOREIGN_EXTERNAL_ID",
    details: ["externalId: must be the one that was issued to your organization"],
  });
}
