import type { Channel } from "@shardwatch/core/contract/channel/channel";
import type { ReactNode } from "react";

export type ChannelAction = "test" | "change" | "rotate" | "delete";

/** What differs between kinds of channels on the screen. Their labels are in the contract. */
export interface ShownKind {
  /** Its name within a sentence. */
  noun: string;
  goesTo: (channel: Channel) => ReactNode;
  /** What the form says of the address; null for channels that have none and keep their name. */
  address: { placeholder: string; hint: string } | null;
  /** What people do with its channels. A secret is rotated where it signs messages. */
  actions: readonly ChannelAction[];
}
