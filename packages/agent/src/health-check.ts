import { readSmallFile } from "./configuration/files.ts";
import type { Mark } from "./health-file.ts";

/** So many intervals may pass without an accepted report. */
const intervals = 3;
/** A try reads every server and sends every part, each with its own deadlines. Milliseconds. */
const longestTry = 300_000;
/** A mark may be this far ahead of the clock, in milliseconds. Further ahead, the clock was set back. */
const ahead = 60_000;

export interface Verdict {
  ok: boolean;
  /** One line without addresses and secrets. */
  text: string;
}

/** Whether a report was accepted within the last three intervals. */
export function isHealthy(mark: Mark, now: number): Verdict {
  const { acceptedAt, intervalSeconds, failure } = mark;
  const why = failure === null ? "" : ` ${failure}`;
  if (acceptedAt === null) return { ok: false, text: `not healthy: no report was accepted yet.${why}` };
  const age = now - acceptedAt;
  if (age < -ahead) return { ok: false, text: "not healthy: the clock was set back. Wait for a report." };
  const text = `the last report was accepted ${spoken(age)} ago.`;
  return age <= intervals * intervalSeconds * 1_000
    ? { ok: true, text: `healthy: ${text}` }
    : { ok: false, text: `not healthy: ${text}${why}` };
}

/** Whether the agent still tries to report. It may be alive while the API is down, where a restart does not help. */
export function isAlive({ nextTryAt, failure }: Mark, now: number): Verdict {
  const late = now - nextTryAt;
  if (late > longestTry)
    return { ok: false, text: `not alive: a report was due ${spoken(late)} ago, and none was tried.` };
  return { ok: true, text: `alive.${failure === null ? "" : ` ${failure}`}` };
}

/** Reads the mark of a running agent, and judges it. */
export function checkHealth(file: string, live: boolean, now: number): Verdict {
  const bytes = readSmallFile(file);
  const not = live ? "not alive" : "not healthy";
  if (typeof bytes === "string")
    return { ok: false, text: `${not}: the health file ${file} ${bytes}. Is the agent running?` };
  const mark = parseMark(bytes.toString("utf8"));
  if (!mark) return { ok: false, text: `${not}: the health file ${file} was not written by this agent.` };
  return live ? isAlive(mark, now) : isHealthy(mark, now);
}

function parseMark(text: string): Mark | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isMark(value) ? value : undefined;
  } catch {
    return undefined; // not JSON
  }
}

function isMark(value: unknown): value is Mark {
  if (typeof value !== "object" || value === null) return false;
  const mark: Partial<Record<keyof Mark, unknown>> = value;
  const numbers = [mark.startedAt, mark.nextTryAt, mark.intervalSeconds, mark.acceptedAt ?? 0];
  return (
    mark.version === 1 &&
    numbers.every((number) => typeof number === "number" && Number.isFinite(number)) &&
    (mark.failure === null || typeof mark.failure === "string")
  );
}

function spoken(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1_000));
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}
