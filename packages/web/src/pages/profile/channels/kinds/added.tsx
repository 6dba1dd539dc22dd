import type { AddedChannelKind } from "@shardwatch/core/contract/channel/words";
import { TextLink } from "../../../../ui/text/TextLink.tsx";
import { Target } from "../Target.tsx";
import { googleChatAdvice, pagerDutyAdvice, slackAdvice, teamsAdvice } from "./advice.ts";
import type { KindSetting, ShownKind } from "./kind.ts";
import { newSlackApp } from "./slack-app.ts";

const sealed = "It is stored encrypted, and never shown again.";

const address = (placeholder: string, hint: string): KindSetting => ({
  name: "url",
  label: "Address",
  placeholder,
  hint: `${hint} ${sealed}`,
  isSealed: true,
});

type Added = Pick<ShownKind, "steps" | "testing" | "advice" | "echoes">;

/** A kind whose channels people add. */
const added = (settings: readonly KindSetting[], more: Added = {}): ShownKind => ({
  goesTo: (channel) => <Target channel={channel} settings={settings} />,
  settings,
  actions: ["test", "change", "delete"],
  ...more,
});

/** What the form asks for of each kind that people add. A kind that is missing here does not compile. */
export const addedShown: Readonly<Record<AddedChannelKind, ShownKind>> = {
  webhook: {
    ...added([address("https://hooks.example.com/shardwatch", "A public https address.")]),
    actions: ["test", "change", "rotate", "delete"],
  },
  slack: added(
    [
      {
        name: "token",
        label: "Bot token",
        placeholder: "xoxb-…",
        hint: `Of your own Slack app, with the scope chat:write. ${sealed}`,
        isSealed: true,
      },
      {
        name: "conversation",
        label: "Channel ID",
        placeholder: "C0123456789",
        hint: "At the end of the channel's details in Slack, not its name.",
        isSealed: false,
      },
    ],
    {
      steps: [
        <>
          <TextLink href={newSlackApp} target="_blank" rel="noopener noreferrer">
            Make an app in Slack
          </TextLink>
          : our manifest is filled in. It may post messages, and nothing else.
        </>,
        "Install the app in your workspace, and copy its bot token from “OAuth & Permissions”.",
        "Invite it to the channel: type “/invite @Shardwatch” there.",
      ],
      advice: slackAdvice,
      echoes: true,
    },
  ),
  pagerduty: added(
    [
      {
        name: "routingKey",
        label: "Integration key",
        placeholder: "32 letters and digits",
        hint: `Of the Events API V2 integration of your service. ${sealed}`,
        isSealed: true,
      },
      {
        name: "region",
        label: "Region",
        hint: "Where your PagerDuty account is. European ones sign in at app.eu.pagerduty.com.",
        options: [
          ["us", "United States"],
          ["eu", "Europe"],
        ],
        isSealed: false,
      },
    ],
    {
      steps: [
        "In PagerDuty, open the service that alerts the people on call, and its tab “Integrations”.",
        "Add the integration “Events API V2”, and copy its integration key.",
      ],
      testing: "It triggers an alert of the severity info, and resolves it at once. That may page somebody.",
      advice: pagerDutyAdvice,
      echoes: true,
    },
  ),
  teams: added(
    [address("https://….environment.api.powerplatform.com/…", "The address that the workflow shows.")],
    {
      steps: [
        "In Teams, open the channel's menu, then “Workflows”, and choose “Send webhook alerts to a channel”.",
        "Let anyone trigger it, save it, and copy its address. Old addresses of Office connectors don't work.",
        "Add a co-owner: the workflow belongs to a person, and ends when their account does.",
      ],
      advice: teamsAdvice,
    },
  ),
  googlechat: added(
    [address("https://chat.googleapis.com/v1/spaces/…", "The address of a webhook of the space.")],
    {
      steps: [
        "In Google Chat, in a browser, open the menu of the space, then “Apps & integrations”.",
        "Add a webhook, and copy its link.",
      ],
      advice: googleChatAdvice,
      echoes: true,
    },
  ),
};
