import { addedKinds } from "../../contract/channel/kinds/kinds.ts";
import {
  type AddedChannelKind,
  addedChannelKinds,
  type ChannelKind,
  channelTraits,
  isKnownChannel,
} from "../../contract/channel/words.ts";
import { added, refuse } from "./added.ts";
import { app } from "./app.ts";
import type { KindOfChannel } from "./kind.ts";
import { mail } from "./mail.ts";

/** What each kind of channel is for those who manage it. If a kind is missing here, the code does not compile. */
const kinds: Readonly<Record<ChannelKind, KindOfChannel>> = {
  mail,
  app,
  ...(Object.fromEntries(
    addedChannelKinds.map((kind) => [kind, added(channelTraits[kind].label, addedKinds[kind])]),
  ) as Record<AddedChannelKind, KindOfChannel>),
};

/** A kind that only a later release knows. Its channels can be renamed, switched off and deleted. */
const unknown: KindOfChannel = {
  address: (_, entered) => {
    refuse(entered, "this version does not know the kind of the channel");
    return {};
  },
  signs: false,
};

export const kindOf = (kind: string): KindOfChannel => (isKnownChannel(kind) ? kinds[kind] : unknown);
