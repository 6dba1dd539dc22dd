import { minute } from "../../kit/time.ts";

/** A channel takes so many messages within this time. What is more becomes one summary. */
export const brakeLimit = { messages: 10, within: 5 * minute };

/** When messages went to a channel within the last minutes, Unix epochs in milliseconds. */
export interface SentLately {
  times: readonly number[];
  /** The last summary; null when there was none lately. */
  summary: number | null;
}

export const nothingSent: SentLately = { times: [], summary: null };

/** What goes out now. What is in neither waits for a later pass. */
export interface Braked<News> {
  single: News[];
  /** Sent as one message. */
  summary: News[];
  sent: SentLately;
}

/**
 * Decides which messages go out. More than the channel takes become one summary. After a summary the rest waits for
 * five minutes, so that a storm sends eleven messages and not a summary each minute.
 * @param news the most urgent first
 * @param summarizes whether two messages already become one, as after an outage of our own
 */
export function brake<News>(
  news: readonly News[],
  before: SentLately,
  now: number,
  summarizes: boolean,
): Braked<News> {
  const isRecent = (time: number) => time > now - brakeLimit.within;
  const times = before.times.filter(isRecent);
  const summarized = before.summary !== null && isRecent(before.summary) ? before.summary : null;
  const room = Math.max(0, brakeLimit.messages - times.length);
  if (summarized === null && news.length > (summarizes ? 1 : room))
    // One message alone is no summary, also where it takes no more.
    return news.length === 1
      ? { single: [...news], summary: [], sent: { times, summary: now } }
      : { single: [], summary: [...news], sent: { times, summary: now } };
  const single = news.slice(0, room);
  return { single, summary: [], sent: { times: [...times, ...single.map(() => now)], summary: summarized } };
}
