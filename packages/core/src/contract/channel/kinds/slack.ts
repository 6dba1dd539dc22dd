import { type AddedKind, byPattern } from "./kind.ts";

/** A conversation in Slack, by the token of an app that the customer has made. */
export const slack: AddedKind = {
  ...byPattern(
    "token",
    /^xoxb-[A-Za-z0-9-]{10,250}$/,
    'the token of a bot, which begins with "xoxb-"',
    "slack.com",
  ),
  isSigned: false,
  place: {
    name: "conversation",
    pattern: /^[CG][A-Z0-9]{7,20}$/,
    must: "the id of a channel, such as C0123456789; Slack has it at the end of the channel's details",
  },
};
