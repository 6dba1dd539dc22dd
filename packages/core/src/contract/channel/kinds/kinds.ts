import type { AddedChannelKind } from "../words.ts";
import { googleChat } from "./google-chat.ts";
import type { AddedKind } from "./kind.ts";
import { pagerduty } from "./pagerduty.ts";
import { slack } from "./slack.ts";
import { teams } from "./teams.ts";
import { webhook } from "./webhook.ts";

/** What opens the receivers of each kind that people add. If a kind is missing here, the code does not compile. */
export const addedKinds: Readonly<Record<AddedChannelKind, AddedKind>> = {
  webhook,
  slack,
  pagerduty,
  teams,
  googlechat: googleChat,
};
