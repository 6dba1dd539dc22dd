import type {
  ChannelChange,
  ChannelInput,
  CreatedChannel,
  RotatedChannel,
} from "@shardwatch/core/contract/channel/channel";
import { queryOptions } from "@tanstack/react-query";
import { api } from "../client.ts";
import { queryClient } from "../query-client.ts";
import { answerOf, deleted } from "../request.ts";

/** The channels of the person's organization, and whether the person gets its mail. */
export const channelsQuery = queryOptions({
  queryKey: ["channels"],
  queryFn: async ({ signal }) => await answerOf(api().channels.$get(undefined, { init: { signal } })),
});

/** What was sent can change how a channel is. */
export const reloadChannels = () => queryClient.invalidateQueries(channelsQuery);

/** How many messages a log shows. */
const logged = 20;

/** What was sent to a channel, newest first. */
export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ["deliveries", id],
    queryFn: async ({ signal }) => {
      const call = { param: { id }, query: { limit: String(logged) } };
      const answer = await api().channels[":id"].deliveries.$get(call, { init: { signal } });
      return (await answerOf(answer)).deliveries;
    },
  });

/**
 * POST /channels. The answer holds the secret. It bypasses queries and mutations, because their caches would keep it.
 * @throws ApiError
 */
export async function addChannel(json: ChannelInput): Promise<CreatedChannel> {
  const created = await answerOf(api().channels.$post({ json }));
  void reloadChannels();
  return created;
}

/** PUT /channels/{id}. @throws ApiError */
export async function changeChannel(id: string, json: ChannelChange): Promise<void> {
  await answerOf(api().channels[":id"].$put({ param: { id }, json, header: {} }));
  await reloadChannels();
}

/** DELETE /channels/{id}. A channel that is already gone counts as deleted. @throws ApiError */
export async function deleteChannel(id: string): Promise<void> {
  await deleted(api().channels[":id"].$delete({ param: { id }, header: {} }));
  await reloadChannels();
}

/** POST /channels/{id}/secret. The answer holds the new secret, so no cache keeps it. @throws ApiError */
export async function rotateSecret(id: string, hours: number): Promise<RotatedChannel> {
  const rotated = await answerOf(api().channels[":id"].secret.$post({ param: { id }, json: { hours } }));
  void reloadChannels();
  return rotated;
}

/** POST /channels/{id}/test. Returns the id of the message. @throws ApiError */
export async function sendTest(id: string): Promise<string> {
  const { deliveryId } = await answerOf(api().channels[":id"].test.$post({ param: { id } }));
  void queryClient.invalidateQueries(deliveriesQuery(id));
  return deliveryId;
}

/** POST /channels/{id}/deliveries/{delivery}/retry. @throws ApiError */
export async function retryDelivery(id: string, delivery: string): Promise<void> {
  await answerOf(api().channels[":id"].deliveries[":delivery"].retry.$post({ param: { id, delivery } }));
  await queryClient.invalidateQueries(deliveriesQuery(id));
}

/** PUT /me/mail. @throws ApiError */
export async function setOwnMail(on: boolean): Promise<void> {
  await answerOf(api().me.mail.$put({ json: { on } }));
  await reloadChannels();
}
