import { channelTraits, type ChannelKind, isKnownChannel } from "@shardwatch/core/contract/channel/words";
import { Target } from "../Target.tsx";
import { addedShown } from "./added.tsx";
import { app } from "./app.ts";
import type { ShownKind } from "./kind.ts";
import { mail } from "./mail.ts";

/** A kind that is missing here does not compile. */
const kinds: Readonly<Record<ChannelKind, ShownKind>> = { mail, app, ...addedShown };

/** A kind that only a later version knows. */
const unknown: ShownKind = {
  goesTo: (channel) => <Target channel={channel} settings={[]} />,
  settings: null,
  actions: ["change", "delete"],
};

export const shownKind = (kind: string): ShownKind => (isKnownChannel(kind) ? kinds[kind] : unknown);

export const labelOfKind = (kind: string): string =>
  isKnownChannel(kind) ? channelTraits[kind].label : "Of a later version";
