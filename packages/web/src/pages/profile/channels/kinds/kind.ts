import type { Channel } from "@shardwatch/core/contract/channel";
import type { ReactNode } from "react";

/** What differs between kinds of channels on the screen. Their labels are in the contract. */
export interface ShownKind {
  /** Its name within a sentence. */
  noun: string;
  goesTo: (channel: Channel) => ReactNode;
  /** What the form says of the address; null for channels that have none and keep their name. */
  address: { placeholder: string; hint: string } | null;
  /** Whether a secret signs its messages, which people can rotate. */
  signs: boolean;
  canBeDeleted: boolean;
}
