import * as z from "zod";
import { addedChannelKinds, channelEnds, channelKinds, longestChannelName } from "./words.ts";
import { incidentSeverities } from "../incident/words.ts";
import { typedName } from "../typed-text.ts";
import { revision } from "../revision.ts";
import { managedBy } from "../people/managed.ts";

const name = z
  .string({ error: "Channel name is required" })
  .trim()
  .min(1, "Channel name is required")
  .max(longestChannelName, `Channel name must be no more than ${longestChannelName} characters long`)
  .superRefine(typedName("Channel name"));

const url = z
  .string()
  .trim()
  .describe(
    "Of a webhook, of a Teams workflow or of a webhook of Google Chat: an https address with a public name, on port 443 or 8443. It is stored encrypted and never shown",
  );

const token = z
  .string()
  .trim()
  .describe('Of a Slack app, such as "xoxb-…". It is stored encrypted and never shown');

const conversation = z.string().trim().describe("The id of a channel in Slack, such as C0123456789");

const routingKey = z
  .string()
  .trim()
  .describe("The integration key of PagerDuty's Events API v2. It is stored encrypted and never shown");

const region = z
  .string()
  .trim()
  .describe('Where the PagerDuty account is: "us", which is assumed when it is left out, or "eu"');

/** What opens the receiver, by its kind. A setting of another kind is refused. */
const address = {
  url: url.optional(),
  token: token.optional(),
  conversation: conversation.optional(),
  routingKey: routingKey.optional(),
  region: region.optional(),
};

const minimum = z.enum(incidentSeverities).describe("What is less urgent is not sent");

/** A secret that the caller chooses, as people who keep their configuration in files do. */
const signingSecret = z
  .string()
  .trim()
  .regex(/^whsec_[A-Za-z0-9+/]{43}=$/, 'must be "whsec_" and 32 bytes in base64');

/** A channel to add. */
export const channelInput = z.object({
  kind: z.enum(addedChannelKinds),
  name,
  ...address,
  secret: signingSecret
    .optional()
    .describe(
      'Of a webhook: signs the messages: "whsec_" and 32 bytes in base64. One is made when it is left out',
    ),
  minimum: minimum.default("warning"),
});
export type ChannelInput = z.infer<typeof channelInput>;

/** A channel as it shall be. What opens its receiver is never shown, so it stays when it is left out. */
export const channelChange = z.object({
  name,
  ...address,
  secret: signingSecret.optional().describe("A new secret. The former one signs too for a day"),
  minimum,
  on: z.boolean().describe("Switching it on forgets its former failures"),
});
export type ChannelChange = z.infer<typeof channelChange>;

/** How long a former secret signs beside the new one. */
export const rotationInput = z.object({
  hours: z.int().min(0).max(168).default(24).describe("How long the former secret signs too, 0 to 168 hours"),
});

/** A channel as its managers see it. */
const managedChannel = z.object({
  target: z
    .string()
    .describe("Host and last characters of what opens the receiver; empty for mail and notifications"),
  place: z
    .string()
    .nullable()
    .describe("The channel in Slack, or the region of PagerDuty; null for other kinds"),
  minimum,
  on: z.boolean(),
  off: z.enum(channelEnds).nullable().describe("Why it is off; null while it is on"),
  failures: z.number().describe("How many attempts failed in succession"),
  failingSince: z.iso.datetime().nullable(),
  formerSecretUntil: z.iso.datetime().nullable().describe("Until then, two secrets sign"),
  revision,
});

/** Where messages about incidents go. */
export const channel = z.object({
  id: z.string(),
  kind: z.enum(channelKinds),
  name: z.string(),
  managedBy,
  managed: managedChannel.optional().describe("Only for those who manage the organization"),
});
export type Channel = z.infer<typeof channel>;

export const channelList = z.object({
  channels: z.array(channel),
  ownMail: z.boolean().describe("Whether you get mail of incidents while you are an admin"),
});
export type ChannelList = z.infer<typeof channelList>;

const secret = z.string().describe('Signs the messages: "whsec_" and 32 bytes in base64. It is shown once');

/** A new channel, with the secret that no other answer has. */
export const createdChannel = z.object({
  channel,
  secret: secret
    .optional()
    .describe("Signs the messages. It is shown once, and not where the caller has chosen it"),
});
export type CreatedChannel = z.infer<typeof createdChannel>;

export const rotatedChannel = z.object({ channel, secret });
export type RotatedChannel = z.infer<typeof rotatedChannel>;

export const queuedTest = z.object({ deliveryId: z.string() });
export type QueuedTest = z.infer<typeof queuedTest>;

export const ownMailInput = z.object({ on: z.boolean() });
