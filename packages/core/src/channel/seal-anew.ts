import type { Services } from "../access/context.ts";
import type { OrganizationId } from "../access/scope.ts";
import { isId } from "../kit/ids.ts";
import { hasFormer, sealAnew } from "../sealed/anew.ts";
import { channelKey, channelsOf } from "./rows/channel.keys.ts";
import { channelKind, type ChannelRow, readChannel } from "./rows/channel.table.ts";

const textsOf = ({ sealedUrl, sealedSecret, formerSecret }: ChannelRow) => ({
  sealedUrl,
  sealedSecret,
  formerSecret,
});

/** The ids of an organization's channels with texts that a former release sealed. */
export async function channelsSealedBefore(
  { table }: Pick<Services, "table">,
  organization: OrganizationId,
): Promise<string[]> {
  const rows = await table.queryAll(channelsOf(organization), { eventually: true });
  return rows
    .map(readChannel)
    .filter((channel) => hasFormer(textsOf(channel)))
    .map(({ id }) => id);
}

/** Seals the texts of a channel anew. Its revision stays, so a person who edits it at the same time can save. */
export async function sealChannelAnew(
  services: Services,
  organization: OrganizationId,
  id: string,
): Promise<void> {
  if (!isId("channel", id)) return;
  const key = channelKey(organization, id);
  await sealAnew(services, {
    id,
    read: async () => {
      const row = await services.table.get(key);
      return row && textsOf(readChannel(row));
    },
    replace: (before, after) => ({
      update: key,
      change: { set: channelKind.changes(after) },
      when: channelKind.equals(before),
    }),
  });
}

/**
 * Whether a message to the channel needs a text that a former release sealed. The worker that sends may not open it.
 * @param now Unix epoch in milliseconds
 */
export function isSealedBefore(channel: ChannelRow, now: number): boolean {
  const { formerSecret, ...texts } = textsOf(channel);
  const isRotating = now < (channel.formerUntil ?? 0);
  return hasFormer({ ...texts, ...(isRotating && { formerSecret }) });
}
