import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { cleanText, foreignText } from "@shardwatch/core/kit/foreign-text";
import type { Mark } from "./health-file.ts";

/* A probe is a second process, with 64 MB for 0.15 s. It needs no port, and reads no secret. */

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

/** A mark has 150 bytes, and a failure in it is one sentence. */
const mostBytes = 4_096;
const failureLimit = 200;

/** Reads the mark of a running agent, and judges it. */
export function checkHealth(file: string, live: boolean, now: number): Verdict {
  const read = readOwnFile(file, mostBytes);
  const start = `${live ? "not alive" : "not healthy"}: the health file ${cleanText(file)}`;
  if ("fault" in read) return { ok: false, text: `${start} ${read.fault}. Is the agent running?` };
  const mark = parseMark(read.content);
  if (!mark) return { ok: false, text: `${start} was not written by this agent.` };
  return live ? isAlive(mark, now) : isHealthy(mark, now);
}

/** Its failure is safe to show in a terminal. */
function parseMark(text: string): Mark | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (!isMark(value)) return undefined;
    const { failure } = value;
    return { ...value, failure: failure === null ? null : foreignText(failure, failureLimit) };
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

/** Windows has only the first of these. */
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK, O_NOCTTY }: Partial<typeof constants> = constants;
const flags = (O_RDONLY ?? 0) | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0) | (O_NOCTTY ?? 0);

const notFile = "is a pipe or a device, and must be a file";
const known: Readonly<Record<string, string>> = {
  ENOENT: "does not exist",
  ENOTDIR: "does not exist",
  EACCES: "may not be read by this user",
  ELOOP: "is a link, and must be a file",
  // A socket cannot be opened.
  ENXIO: notFile,
};

/**
 * A small file that this user wrote. Anybody may leave something else in a folder such as /tmp. So it follows no link,
 * waits for no pipe, and reads no more than the limit.
 * @returns the text, or the end of a sentence on why it can't be read
 */
function readOwnFile(path: string, limit: number): { content: string } | { fault: string } {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(path, flags);
    const fault = faultOf(fstatSync(descriptor));
    if (fault !== undefined) return { fault };
    const bytes = Buffer.alloc(limit + 1);
    const length = readSync(descriptor, bytes, 0, bytes.length, 0);
    if (length > limit) return { fault: `is larger than ${limit / 1_024} KB` };
    return { content: bytes.toString("utf8", 0, length) };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    return { fault: known[code] ?? "can't be read" };
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function faultOf(stats: Stats): string | undefined {
  if (stats.isDirectory()) return "is a folder";
  if (!stats.isFile()) return notFile;
  const uid = process.getuid?.();
  return uid === undefined || stats.uid === uid ? undefined : "belongs to another user";
}
