import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import type { Writable } from "node:stream";
import { day } from "@shardwatch/core/kit/time";
import { days as lengths } from "./recording.ts";
import type { Input, Method } from "./types.ts";

const hourCount = 336;
const mostSlots = 288;

/** A line that is no input, with the field because of which it is none. */
export class BadLine extends Error {
  readonly field: string;
  constructor(field: string, expected: string) {
    super(`${field}: ${expected}`);
    this.field = field;
  }
}

function check(isRight: boolean, field: string, expected: string): asserts isRight {
  if (!isRight) throw new BadLine(field, expected);
}

const isFigure = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value) && value >= 0;
const isFigureOrNull = (value: unknown): value is number | null => value === null || isFigure(value);

/** Midnights as "2026-11-30T00:00:00Z", with or without milliseconds. */
const midnight = /^\d{4}-\d{2}-\d{2}T00:00(:00(\.0+)?)?(Z|\+00:00)$/;

/**
 * The input of a line. Fields that it does not know are left out.
 * @throws BadLine with the name of the first field that is not right
 */
export function parseInput(line: string): Input {
  const given = parsed(line);
  check(
    typeof given === "object" && given !== null && !Array.isArray(given),
    "the line",
    "not a JSON object",
  );
  const { id, policy, limit, now, days, hours } = given as Record<string, unknown>;
  check(typeof id === "string", "id", "not a text");
  check(policy === null || typeof policy === "string", "policy", "neither a text nor null");
  check(isFigureOrNull(limit), "limit", "neither bytes from 0 on nor null");
  const time = typeof now === "string" && midnight.test(now) ? Date.parse(now) : Number.NaN;
  check(!Number.isNaN(time), "now", "not an ISO time at midnight UTC");
  check(Array.isArray(days) && days.length === lengths.past, "days", `not ${lengths.past} days`);
  days.forEach((one, index) => checkDay(one, `days[${index}]`, time - (lengths.past - index) * day));
  check(Array.isArray(hours) && hours.length === hourCount, "hours", `not ${hourCount} hours`);
  hours.forEach((used, index) => check(isFigureOrNull(used), `hours[${index}]`, "neither bytes nor null"));
  return { id, policy, limit, now, days, hours } as Input;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new BadLine("the line", "not JSON");
  }
}

/** @param time of its midnight */
function checkDay(given: unknown, field: string, time: number): void {
  check(Array.isArray(given) && given.length === 5, field, "not [date, used, limit, evicted, slots]");
  const [date, used, limit, evicted, slots] = given as unknown[];
  // A date, or a whole ISO time at its midnight.
  const isDate =
    typeof date === "string" && /^\d{4}-\d{2}-\d{2}(T|$)/.test(date) && Date.parse(date) === time;
  check(isDate, `${field}[0]`, `not the date ${new Date(time).toISOString().slice(0, 10)}`);
  check(isFigureOrNull(used), `${field}[1]`, "used is neither bytes nor null");
  check(isFigureOrNull(limit), `${field}[2]`, "the limit is neither bytes nor null");
  check(isFigureOrNull(evicted), `${field}[3]`, "evicted is neither a rate nor null");
  check(isFigure(slots) && slots <= mostSlots, `${field}[4]`, `slots are not 0 to ${mostSlots}`);
}

/**
 * Answers a file of JSON lines, one line for each, as they are read. Empty lines are left out. A bad line is named in
 * `errors` and has no answer. So is a line at which the method fails.
 * @returns how many lines have no answer
 * @throws what reading the file throws
 */
export async function answerLines(
  path: string,
  method: Method,
  { answers, errors }: { answers: Writable; errors: Writable },
): Promise<number> {
  const lines = createInterface({ input: createReadStream(path, "utf8"), crlfDelay: Infinity });
  let [number, bad] = [0, 0];
  for await (const line of lines) {
    number += 1;
    if (line.trim() === "") continue;
    const answered = answerOf(line, method);
    if ("answer" in answered) await write(answers, `${answered.answer}\n`);
    else {
      bad += 1;
      await write(errors, `line ${number}: ${answered.reason}\n`);
    }
  }
  return bad;
}

function answerOf(line: string, method: Method): { answer: string } | { reason: string } {
  try {
    const { id, say, likely, earliest, latest } = method(parseInput(line));
    return { answer: JSON.stringify({ id, say, likely, earliest, latest }) };
  } catch (error) {
    if (error instanceof BadLine) return { reason: error.message };
    return { reason: `the method fails: ${error instanceof Error ? error.message : String(error)}` };
  }
}

/** Waits while the reader at the other end is slower. */
const write = async (stream: Writable, text: string): Promise<void> => {
  if (!stream.write(text)) await new Promise<void>((resolve) => stream.once("drain", () => resolve()));
};
