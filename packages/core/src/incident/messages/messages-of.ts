import type { Services } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { allOf } from "../../channel/channels.ts";
import { messagesAbout } from "../../channel/messages/messages-about.ts";
import type { IncidentDetail } from "../../contract/incident/incident.ts";
import type { IncidentRecord } from "../rows/record.ts";

/** The messages about an incident with the names of their channels, which every member may know. The oldest first. */
export async function messagesOf(
  services: Services,
  organization: OrganizationId,
  { id, openedAt, notified }: Pick<IncidentRecord, "id" | "openedAt" | "notified">,
): Promise<IncidentDetail["messages"]> {
  const known = Object.keys(notified.channels);
  if (known.length === 0) return [];
  const [channels, messages] = await Promise.all([
    allOf(services, organization),
    messagesAbout(services, organization, { id, openedAt, channels: known }),
  ]);
  const names = new Map(channels.map((channel) => [channel.id, channel.name]));
  return messages.map(({ channelId, type, at, state }) => ({
    channel: { id: channelId, name: names.get(channelId) ?? null },
    type,
    at: new Date(at).toISOString(),
    state,
  }));
}
