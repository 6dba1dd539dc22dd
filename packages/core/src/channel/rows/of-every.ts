import type { OrganizationId } from "../../access/scope.ts";
import { type AddedChannelKind, type ChannelKind, channelTraits } from "../../contract/channel/words.ts";
import { mailChannelId, membersId } from "./channel.keys.ts";
import type { ChannelRow } from "./channel.table.ts";

type GivenKind = Exclude<ChannelKind, AddedChannelKind>;

/** What every organization has a channel of from the start. If a kind is missing here, the code does not compile. */
const given: Readonly<
  Record<GivenKind, (organization: OrganizationId) => Pick<ChannelRow, "id" | "name" | "minimum">>
> = {
  mail: (organization) => ({
    id: mailChannelId(organization),
    name: "Admins by email",
    minimum: "warning",
  }),
  app: () => ({ id: membersId, name: "Notifications in Shardwatch", minimum: "critical" }),
};

const isGiven = (kind: string): kind is GivenKind => Object.hasOwn(given, kind);

/**
 * The channels that an organization has from the start. They have no row, and so the revision 0, until somebody changes
 * them or a delivery fails.
 */
export const channelsOfEvery = (organization: OrganizationId): ChannelRow[] =>
  Object.keys(channelTraits)
    .filter(isGiven)
    .map((kind) => ({
      ...given[kind](organization),
      kind,
      target: "",
      failures: 0,
      pausedUntil: 0,
      revision: 0,
      at: 0,
    }));
