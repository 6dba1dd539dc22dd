import type { OrganizationId } from "../../access/scope.ts";
import { type ChannelKind, channelKinds, isKnownChannel } from "../../contract/channel/words.ts";
import { wrongFields } from "../../kit/problem.ts";
import type { ChannelRow } from "../rows/channel.table.ts";
import { app } from "./app.ts";
import type { KindOfChannel } from "./kind.ts";
import { mail } from "./mail.ts";
import { webhook } from "./webhook.ts";

/** What each kind of channel is for those who manage it. If a kind is missing here, the code does not compile. */
const kinds: Readonly<Record<ChannelKind, KindOfChannel>> = { mail, app, webhook };

/** A kind that only a later release knows. Its channels can be renamed, switched off and deleted. */
const unknown: KindOfChannel = {
  address: () => {
    throw wrongFields(["url: must be left out, because this version does not know the kind of the channel"]);
  },
  signs: false,
};

export const kindOf = (kind: string): KindOfChannel => (isKnownChannel(kind) ? kinds[kind] : unknown);

/** The channels that an organization has from the start, as they are without a row. */
export const channelsOfEvery = (organization: OrganizationId): ChannelRow[] =>
  channelKinds.flatMap((kind) => kinds[kind].ofEvery?.(organization) ?? []);
