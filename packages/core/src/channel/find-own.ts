import type { SourceContext } from "../access/context.ts";
import { refuseManaged } from "../access/managed.ts";
import { type OrganizationId, ownOrganization } from "../access/scope.ts";
import { noOrganization } from "../account/source-rights.ts";
import { Problem } from "../kit/problem.ts";
import { checkRevision, type Expected } from "../table/revision.ts";
import { type Channel, find } from "./channels.ts";
import { kindOf } from "./kinds/kinds.ts";

/** The caller's organization. Throws conflict for a caller without one. */
export function requireOrganization({ actor }: SourceContext): OrganizationId {
  const organization = ownOrganization(actor);
  if (!organization) throw noOrganization();
  return organization;
}

/** A channel of the organization. Throws notFound, and outdated when it has another revision than expected. */
export async function findOwn(
  ctx: SourceContext,
  organization: OrganizationId,
  id: string,
  expected?: Expected,
): Promise<Channel> {
  const channel = await find(ctx, organization, id);
  if (!channel) throw new Problem("notFound", "Channel not found");
  checkRevision(channel, expected);
  return channel;
}

/** The same for a channel that people may test. Throws conflict for one that stays as it is. */
export async function findTestable(...of: Parameters<typeof findOwn>): Promise<Channel> {
  const channel = await findOwn(...of);
  if (kindOf(channel.kind).isFixed)
    throw new Problem("conflict", "Every member gets the notifications. They can't be changed or tested.", {
      code: "CHANNEL_FIXED",
    });
  return channel;
}

/**
 * The same for a channel that the caller may change and delete. Throws conflict also for one that the configuration file
 * manages.
 */
export async function findChangeable(...of: Parameters<typeof findOwn>): Promise<Channel> {
  const channel = await findTestable(...of);
  refuseManaged(of[0], channel);
  return channel;
}
