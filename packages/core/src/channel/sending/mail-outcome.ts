import type { MailAnswer } from "../../ports/mailer.ts";
import type { Attempt } from "../rows/delivery.table.ts";
import { deadKept, healthy, judge, type NextStep } from "../delivery/schedule.ts";

/** What became of the mail to one person; "limit" when the organization has sent enough in this hour. */
export interface SentMail {
  accountId: string;
  answer: MailAnswer | "limit";
}

interface Known {
  sent: readonly SentMail[];
  /** Whether somebody got this mail in an earlier attempt. */
  anybodyBefore: boolean;
  /** Whether there are people whose turn comes in the next attempt. */
  more: boolean;
  /** The attempts of this delivery that failed for somebody, this one included if it did. */
  failures: number;
  /** When the hour of the limit ends. */
  hourEnds: number;
  now: number;
  /** From 0 to below 1. */
  random: number;
}

export interface MailOutcome {
  next: NextStep;
  /** The accounts that need no further attempt. */
  finished: string[];
  line: Pick<Attempt, "status" | "reason" | "excerpt">;
}

/** Decides what follows an attempt to mail several people. Times are Unix epochs in milliseconds. */
export function judgeMails({ sent, anybodyBefore, more, ...moment }: Known): MailOutcome {
  const of = (outcome: MailAnswer["outcome"] | "limit") =>
    sent.filter(({ answer }) => (answer === "limit" ? answer : answer.outcome) === outcome);
  const counts = { sent: of("sent"), refused: of("refused"), failed: of("failed"), limit: of("limit") };
  const reason = reasonOf(counts.failed[0] ?? counts.refused[0] ?? counts.limit[0]);
  const excerpt = Object.entries(counts)
    .filter(([, each]) => each.length > 0)
    .map(([what, each]) => `${each.length} ${what}`)
    .join(", ");
  return {
    next: nextOf(counts, { anybodyBefore, more, ...moment }),
    finished: [...counts.sent, ...counts.refused].map(({ accountId }) => accountId),
    line: { status: null, reason, excerpt },
  };
}

function nextOf(
  { sent, failed, limit }: Record<"sent" | "failed" | "limit", readonly SentMail[]>,
  { anybodyBefore, more, failures, hourEnds, now, random }: Omit<Known, "sent">,
): NextStep {
  if (failed.length > 0) {
    const answer = { outcome: "failed", reason: "", milliseconds: 0 } as const;
    return judge({ answer, attempts: failures, health: healthy, now, random }).delivery;
  }
  if (limit.length > 0) return { state: "queued", due: hourEnds };
  if (more) return { state: "queued", due: now };
  return sent.length > 0 || anybodyBefore ? { state: "sent" } : { state: "dead", expires: now + deadKept };
}

/** How many attempts failed for somebody. Others went to a part of many people, or met the limit of the hour. */
export const failuresIn = (attempts: readonly Pick<Attempt, "excerpt">[]): number =>
  attempts.filter(({ excerpt }) => /\b\d+ failed\b/.test(excerpt)).length;

function reasonOf(one: SentMail | undefined): string | null {
  if (!one) return null;
  if (one.answer === "limit") return "the organization has sent enough mails in this hour";
  return one.answer.outcome === "sent" ? null : one.answer.reason;
}
