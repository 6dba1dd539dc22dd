import { audit, callerOf } from "../access/audit.ts";
import type { ReaderContext } from "../access/context.ts";
import { transactAsCaller } from "../caller/transact.ts";
import type { RotatedChannel } from "../contract/channel/channel.ts";
import { Problem } from "../kit/problem.ts";
import { hour } from "../kit/time.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { changeChannel } from "./rows/channel.table.ts";
import { toChannel } from "./rows/map.ts";
import { findChangeable, findOwn, requireOrganization } from "./find-own.ts";
import { rotated, rotationEvent } from "./rotation.ts";
import { newSigningSecret } from "./sign.ts";

/**
 * Gives a webhook a new secret. The former one signs too for so many hours; one that is older ends at once. Throws
 * notFound, and conflict for a channel that does not sign.
 */
export async function rotate(ctx: ReaderContext, id: string, hours: number): Promise<RotatedChannel> {
  const organization = requireOrganization(ctx);
  const secret = newSigningSecret(ctx.random);
  await findChangeable(ctx, organization, id);
  const sealedSecret = await ctx.vault.seal(secret, id);
  await retryOnConflict(async () => {
    const before = await findOwn(ctx, organization, id);
    if (before.sealedSecret === undefined)
      throw new Problem("conflict", "Only webhooks have a secret.", { code: "NO_SECRET" });
    const at = ctx.clock.now();
    const rotation = rotated(before, sealedSecret, at + hours * hour);
    await transactAsCaller(ctx, organization, "manageOrganization", [
      changeChannel(organization, before, { ...rotation, by: callerOf(ctx.actor), at }),
      rotationEvent(ctx, organization, before, rotation),
    ]);
  });
  audit(ctx, "channel.secretRotated", { channelId: id, organizationId: organization });
  const channel = await findOwn(ctx, organization, id);
  return { channel: toChannel(channel, true, ctx.clock.now()), secret: secret.reveal() };
}
