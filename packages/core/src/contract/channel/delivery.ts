import * as z from "zod";
import { channelEventTypes, deliveryStates, skipReasons } from "./words.ts";

/** One try to hand over a message. */
const attempt = z.object({
  at: z.iso.datetime(),
  milliseconds: z.number().describe("How long it took"),
  status: z
    .number()
    .nullable()
    .describe("Of the receiver's answer; null when there was none, and for mail and notifications"),
  reason: z.string().nullable().describe("Why there was no answer, or why a mail was not taken"),
  excerpt: z
    .string()
    .describe("The begin of the receiver's answer; for mail and notifications, how many got it"),
});

/** A message to a channel, as its log has it. */
export const loggedDelivery = z.object({
  id: z.string(),
  type: z.enum(channelEventTypes),
  title: z.string(),
  incidentId: z.string().nullable(),
  createdAt: z.iso.datetime(),
  state: z.enum(deliveryStates),
  dueAt: z.iso.datetime().nullable().describe("The time of the next attempt; null when there is none"),
  why: z.enum(skipReasons).nullable().describe("Why it was skipped"),
  attempts: z.array(attempt).describe("The oldest first, at most the last 20"),
});
export type LoggedDelivery = z.infer<typeof loggedDelivery>;

export const deliveryList = z.object({
  deliveries: z.array(loggedDelivery),
  nextCursor: z.string().optional().describe("Present while there is more"),
});
export type DeliveryList = z.infer<typeof deliveryList>;
