import { audit } from "../access/audit.ts";
import type { ReaderContext } from "../access/context.ts";
import { transactAsCaller } from "../caller/transact.ts";
import { countInHour } from "../attempts/hourly.ts";
import { auditRow } from "../audit/audit.ts";
import type { QueuedTest } from "../contract/channel/channel.ts";
import { newId } from "../kit/ids.ts";
import { Problem } from "../kit/problem.ts";
import { retryOnConflict } from "../table/retry-on-conflict.ts";
import { findTestable, requireOrganization } from "./find-own.ts";
import { putInQueue, sendSoon } from "./delivery/outbox.ts";

/** How many tests an organization may send in an hour. A receiver may be somebody else's. */
export const mostTests = 10;

/**
 * Queues a message that says that the channel works. The function that answers may seal secrets and not open them, so
 * another one sends it. Throws notFound, conflict for a channel that is off, and tooMany.
 */
export async function sendTest(ctx: ReaderContext, id: string): Promise<QueuedTest> {
  const organization = requireOrganization(ctx);
  const at = ctx.clock.now();
  const deliveryId = newId("delivery", at, ctx.random.bytes(16));
  await retryOnConflict(async () => {
    const { name, off } = await findTestable(ctx, organization, id);
    if (off !== undefined)
      throw new Problem("conflict", "The channel is off. Switch it on first.", { code: "CHANNEL_OFF" });
    const counted = await countInHour(ctx, {
      what: "tests of channels",
      name: organization,
      most: mostTests,
      code: "TOO_MANY_TESTS",
      sentence: `You can send ${mostTests} tests an hour.`,
    });
    const link = `${ctx.settings.webOrigin}/profile/notifications`;
    const event = { type: "test.ping", at, channel: { id, name }, link } as const;
    await transactAsCaller(ctx, organization, "manageOrganization", [
      putInQueue(organization, { id: deliveryId, channelId: id, event, createdAt: at }),
      counted,
      auditRow(ctx, organization, { action: "channel.tested", id, name }),
    ]);
  });
  audit(ctx, "channel.tested", { channelId: id, organizationId: organization });
  await sendSoon(ctx, { organizationId: organization, channelId: id, deliveryId });
  return { deliveryId };
}
