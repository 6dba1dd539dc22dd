import type { Services } from "../../access/context.ts";
import type { WebhookAnswer } from "../../ports/webhooks.ts";
import { tryWrite } from "../../table/errors.ts";
import type { Channel } from "../channels.ts";
import type { Attempt, Delivery } from "../rows/delivery.table.ts";
import type { ChannelEvent } from "../messages/message.ts";
import type { NextStep } from "./schedule.ts";
import type { Sibling } from "./siblings.ts";
import type { Update } from "../rows/sending.table.ts";

/** A delivery that is to be sent now. */
export interface Sendable {
  channel: Channel;
  delivery: Delivery<ChannelEvent>;
  /** Whether the message says when it began too, because nothing was sent before the end. */
  whole: boolean;
  /** Other messages about the incident, the oldest first. */
  siblings: readonly Sibling[];
}

/** What became of a try. "busy": the channel takes no more at a time, or another worker has the delivery. */
export type AttemptResult = "ended" | "busy" | { due: number };

/** An attempt as the log has it. */
export function attemptOf(answer: WebhookAnswer, at: number): Attempt {
  const { milliseconds } = answer;
  return answer.outcome === "answered"
    ? { at, milliseconds, status: answer.status, reason: null, excerpt: answer.excerpt }
    : { at, milliseconds, status: null, reason: answer.reason, excerpt: "" };
}

export const resultOf = (next: NextStep): AttemptResult =>
  next.state === "queued" ? { due: next.due } : "ended";

/** Whether a change was made. It was not when another worker has the delivery, or has had it since it was read. */
export async function isMade({ table }: Services, write: Update): Promise<boolean> {
  // Alone, it costs half of what it does in a transaction.
  return await tryWrite(table.update(write.update, write.change, write.when));
}
