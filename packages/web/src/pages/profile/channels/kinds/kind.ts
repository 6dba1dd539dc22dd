import type { Channel } from "@shardwatch/core/contract/channel/channel";
import type { CredentialName, PlaceName } from "@shardwatch/core/contract/channel/kinds/kind";
import type { ReactNode } from "react";
import type { Advice } from "./advice.ts";

export type ChannelAction = "test" | "change" | "rotate" | "delete";

/** A setting by which a channel reaches its receiver. */
export interface KindSetting {
  name: CredentialName | PlaceName;
  label: string;
  placeholder?: string;
  hint: string;
  /** What to choose from; left out for a text. */
  options?: readonly (readonly [value: string, label: string])[];
  /** Whether it is sealed, so that the form can't show it again. */
  isSealed: boolean;
}

/** What differs between kinds of channels on the screen. Their labels are in the contract. */
export interface ShownKind {
  goesTo: (channel: Channel) => ReactNode;
  /** What the form asks for, beside the name; null for channels that go to no address and keep their name. */
  settings: readonly KindSetting[] | null;
  /** The steps at the other side that give what the form asks for. */
  steps?: readonly ReactNode[];
  /** What a test does at the other side that people should know before. */
  testing?: string;
  /** What to do when the other side does not take a message. */
  advice?: Advice;
  /** Whether the answer to a message that was taken says nothing new: it repeats the message, or only says that. */
  echoes?: boolean;
  /** What people do with its channels. A secret is rotated where it signs messages. */
  actions: readonly ChannelAction[];
}
