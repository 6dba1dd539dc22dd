import { type DeploymentSource, isRead, traitsOf } from "../../contract/source/source.ts";
import { statusOfCode, statusesUpTo } from "../../history/status-codes.ts";
import type { Timeline } from "../../history/timeline/timeline.ts";
import { minute, second } from "../../kit/time.ts";
import type { MovingField } from "./kept-fields.ts";
import type { Point } from "./possible.ts";
import { nothingKnown } from "./span.ts";
import * as spans from "./spans.ts";

type Numeric = Exclude<MovingField, "status">;

/** The past of a deployment as it is stored. */
export interface StoredPast {
  source: DeploymentSource;
  /** When it was first reported, Unix epoch in milliseconds. */
  born: number | undefined;
  /** Days in hours, in the order of time. */
  hours: readonly Timeline[];
  /** The slots of the last days, in one piece. Readings hold in it for as long as they do. */
  slots: Timeline;
}

/** A new slot is there two minutes after it is over, at the latest. */
const arrivesWithin = 2 * minute;

/** How long after its last word a deployment may still count as measured, in slots. */
const slotsUntilSilent = (source: DeploymentSource) => traitsOf(source).staleAfter / 5 + 1;

/** So many slots of an hour are what a source usually has. */
const slotsOfHour = (source: DeploymentSource) => (isRead(source) ? 4 : 12);

const inSlots = {
  util: spans.utilizationIn,
  memory: spans.memoryIn,
  maxmemory: spans.limitIn,
  ops: spans.opsIn,
  clients: spans.clientsIn,
  hits: spans.hitsIn,
  lag: spans.lagIn,
  frag: spans.fragmentationIn,
} as const satisfies Record<Numeric, (step: spans.Step) => spans.Spans[Numeric]>;

const anyRatio = { ...spans.anything, hi: 100, none: true };

const inHours = {
  util: spans.utilizationIn,
  memory: spans.memoryIn,
  maxmemory: spans.limitIn,
  ops: spans.opsInHour,
  clients: spans.clientsInHour,
  hits: () => anyRatio,
  lag: spans.lagInHour,
  frag: () => spans.anything,
} as const satisfies Record<Numeric, (step: spans.Step) => spans.Spans[Numeric]>;

/** Figures that a pass takes from the slot before. */
const isLate = (name: Numeric): boolean => !["util", "memory", "maxmemory"].includes(name);

/** Which numbers a rule asks for, and whether it asks for the status. */
export interface Wanted {
  numbers: readonly Numeric[];
  status: boolean;
}

/**
 * What is known of a deployment in a range, without gaps. The last days are in five minutes, the others in hours.
 * @param range Unix epochs in milliseconds
 */
export function pointsOf(past: StoredPast, wanted: Wanted, range: { from: number; to: number }): Point[] {
  const slotsFrom = past.slots.first * past.slots.step * second;
  const points: Point[] = [];
  let at = range.from;
  const upTo = (time: number) => {
    if (time > at) points.push({ at, end: time, step: "1h", spans: {}, silent: "yes" });
    at = Math.max(at, time);
  };
  const add = (point: Point) => {
    if (point.end <= range.from || point.at >= range.to) return;
    upTo(point.at);
    points.push({ ...point, at: Math.max(point.at, range.from), end: Math.min(point.end, range.to) });
    at = Math.max(at, Math.min(point.end, range.to));
  };
  let before: Known | undefined;
  for (const hours of past.hours)
    for (let index = 0; index < hours.length; index += 1) {
      const begin = (hours.first + index) * hours.step * second;
      if (begin + hours.step * second > slotsFrom) break;
      before = knownIn(past, hours, index, wanted, before);
      add({ at: begin, end: begin + hours.step * second, step: "1h", ...before.point });
    }
  upTo(Math.min(slotsFrom, range.to));
  before = undefined;
  for (let index = 0; index < past.slots.length; index += 1) {
    const last: Known | undefined = before;
    const begin = (past.slots.first + index) * past.slots.step * second;
    before = knownIn(past, past.slots, index, wanted, last);
    for (const part of partsOf(before, last, wanted, begin, begin + past.slots.step * second)) add(part);
  }
  upTo(range.to);
  const { born } = past;
  return born === undefined ? points : points.flatMap((point) => bornAt(point, born));
}

/** What a step says, and for how long nothing was said. */
interface Known {
  point: Pick<Point, "spans" | "statuses" | "silent">;
  /** The figures of the step itself. */
  own: spans.Spans;
  /** Those of the slot before it. */
  held?: spans.Spans | undefined;
  missing: number;
}

function knownIn(past: StoredPast, timeline: Timeline, index: number, wanted: Wanted, before?: Known): Known {
  const isHour = timeline.step === 3_600;
  const { source } = past;
  const covered = timeline.covered[index] ?? 0;
  if (covered === 0) {
    const missing = (before?.missing ?? Infinity) + (isHour ? 12 : 1);
    const mayHold = before !== undefined && missing - (isHour ? 12 : 1) < slotsUntilSilent(source);
    const point = mayHold
      ? { ...before.point, silent: "maybe" as const }
      : { spans: {}, silent: "yes" as const };
    return { point, own: {}, missing };
  }
  const step = { timeline, index, isReading: !isHour && isRead(source) };
  const read = isHour ? inHours : inSlots;
  const own = Object.fromEntries(wanted.numbers.map((name) => [name, read[name](step)])) as spans.Spans;
  const isPart = isHour ? covered < slotsOfHour(source) : (before?.missing ?? 0) > 0;
  const worst = timeline.status[index] ?? 0;
  const statuses = isHour || !isRead(source) ? statusesUpTo(worst) : [statusOfCode(worst) ?? "unsupported"];
  const isLast = before && before.missing === 0;
  const joined = isHour && isLast ? withBefore(own, before.own, wanted) : own;
  return {
    point: { spans: joined, statuses, silent: isPart ? "maybe" : "no" },
    own,
    missing: 0,
  };
}

/** The first passes of an hour see the figures of the slot before it. */
const withBefore = (own: spans.Spans, before: spans.Spans, { numbers }: Wanted): spans.Spans =>
  Object.fromEntries(
    numbers.map((name) => [name, isLate(name) ? spans.either(own[name], before[name]) : own[name]]),
  );

/** A slot in two parts where the rule asks for figures: they come after their slot, and a pass sees them then. */
function partsOf(now: Known, last: Known | undefined, { numbers }: Wanted, at: number, end: number): Point[] {
  const whole: Point = { at, end, step: "5m", ...now.point };
  if (!numbers.some(isLate)) return [whole];
  const seen = (figures: (name: Numeric) => spans.Spans[Numeric]): spans.Spans =>
    Object.fromEntries(numbers.map((name) => [name, isLate(name) ? figures(name) : now.point.spans[name]]));
  const before = (name: Numeric) => last?.own[name] ?? nothingKnown;
  const held = last?.held;
  const first = seen((name) => spans.either(before(name), held?.[name] ?? nothingKnown));
  const later = seen((name) => (last?.missing ? spans.either(held?.[name], nothingKnown) : before(name)));
  now.held = last?.own;
  return [
    { ...whole, end: at + arrivesWithin, spans: first },
    { ...whole, at: at + arrivesWithin, spans: later },
  ];
}

/** Before it was born, a deployment did not exist. */
function bornAt(point: Point, born: number): Point[] {
  if (point.at >= born) return [point];
  if (point.end <= born) return [{ ...point, isAbsent: true }];
  return [
    { ...point, end: born, isAbsent: true },
    { ...point, at: born },
  ];
}
