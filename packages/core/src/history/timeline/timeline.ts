import type { HistoryStep } from "../../contract/history/steps.ts";
import { unknownCode } from "../../kit/code16.ts";
import { worseStatus } from "../status-codes.ts";
import { pastColumnNames, pastColumns, type TimelineColumn } from "./columns.ts";
import type { CodedDeployment } from "../coded-deployment.ts";
import { isLongTag, shortTagOf, tagNames } from "../tags.ts";

/** The code of a step in which no source said anything. */
export const silentCode = 0;

/** The figures of one database as 16-bit codes, one for each step. */
export type DatabasePast = Map<TimelineColumn, Uint16Array>;

/** The past of one deployment in equal steps, aligned to UTC. */
export interface Timeline {
  /** The length of a step in seconds. */
  step: HistoryStep;
  /** The first step: how many steps lie between 1970 and it. */
  first: number;
  /** How many steps. */
  length: number;
  /** The worst status of each step, as `codeOfStatus` returns it. */
  status: Uint8Array;
  /** How many five-minute slots of each step have a word of the source. */
  covered: Uint16Array;
  /** By tag, in hexadecimal digits. */
  databases: Map<string, DatabasePast>;
  /** The column "utilization" of several databases together; absent where no limit changed within a step. */
  utilization?: Uint16Array | undefined;
  /** How many databases it holds at most, where a reader wants fewer than usual. */
  most?: number;
  /** How many more databases it and others together may take. */
  spare?: { left: number };
}

export const emptyTimeline = (step: HistoryStep, first: number, length: number): Timeline => ({
  step,
  first,
  length,
  status: new Uint8Array(length),
  covered: new Uint16Array(length),
  databases: new Map(),
});

/**
 * How many tags one timeline has at most. A deployment has up to 5,000 databases, and each has two tags on a day on which
 * its short one becomes ambiguous. Without a limit, slots with other databases each time would fill the memory.
 */
const mostTags = 10_000;

/** Whether a timeline has a database, or may take it. Others are left out. */
const mayHold = ({ databases, most = mostTags, spare }: Timeline, tag: string): boolean =>
  databases.has(tag) || (databases.size < most && spare?.left !== 0);

/** The figures of a database, without any until they are filled. */
function databaseOf({ databases, spare }: Timeline, tag: string): DatabasePast {
  let database = databases.get(tag);
  if (!database) {
    databases.set(tag, (database = new Map()));
    if (spare) spare.left -= 1;
  }
  return database;
}

/** A column of a database, which is not known anywhere until it is filled. */
function columnIn(database: DatabasePast, name: TimelineColumn, length: number): Uint16Array {
  let column = database.get(name);
  if (!column) database.set(name, (column = new Uint16Array(length).fill(unknownCode)));
  return column;
}

export const columnOf = (timeline: Timeline, tag: string, name: TimelineColumn): Uint16Array =>
  columnIn(databaseOf(timeline, tag), name, timeline.length);

/**
 * Copies the steps of `from` that lie within `into` and have a word of the source. They replace what is there. Databases
 * that `into` may not hold are left out.
 */
export function place(into: Timeline, from: Timeline): void {
  const offset = from.first - into.first;
  const steps = Array.from({ length: from.length }, (_, index) => index).filter((index) => {
    const at = index + offset;
    return at >= 0 && at < into.length && (from.covered[index] ?? 0) > 0;
  });
  for (const index of steps) {
    into.status[index + offset] = from.status[index] ?? silentCode;
    into.covered[index + offset] = from.covered[index] ?? 0;
  }
  if (steps.length === 0) return;
  if (from.utilization) {
    into.utilization ??= new Uint16Array(into.length).fill(unknownCode);
    for (const index of steps) into.utilization[index + offset] = from.utilization[index] ?? unknownCode;
  }
  for (const [tag, columns] of from.databases) {
    if (!mayHold(into, tag)) continue;
    for (const [name, codes] of columns) {
      const column = columnOf(into, tag, name);
      for (const index of steps) column[index + offset] = codes[index] ?? unknownCode;
    }
  }
}

/** Adds one slot's status to a step. */
export function cover(timeline: Timeline, index: number, status: number, slots: number): void {
  timeline.status[index] = worseStatus(timeline.status[index] ?? silentCode, status);
  timeline.covered[index] = (timeline.covered[index] ?? 0) + slots;
}

/** The timeline without its first steps. */
export function withoutFirst(timeline: Timeline, steps: number): Timeline {
  if (steps === 0) return timeline;
  const { first, length, status, covered, databases, utilization } = timeline;
  const cut = (past: DatabasePast): DatabasePast =>
    new Map([...past].map(([name, codes]) => [name, codes.subarray(steps)]));
  return {
    ...timeline,
    first: first + steps,
    length: length - steps,
    status: status.subarray(steps),
    covered: covered.subarray(steps),
    databases: new Map([...databases].map(([tag, past]) => [tag, cut(past)])),
    utilization: utilization?.subarray(steps),
  };
}

/**
 * Adds what a slot says about the deployment. Slots outside of the timeline are left out, and so is a slot that is there
 * already. A repeated report with other databases may have divided its deployments into other groups. Databases that
 * the timeline may not hold are left out: those that come first count.
 */
export function addSlot(timeline: Timeline, slot: number, deployment: CodedDeployment): void {
  const index = slot - timeline.first;
  if (index < 0 || index >= timeline.length || timeline.covered[index]) return;
  cover(timeline, index, deployment.statusCode, 1);
  if (deployment.columns.size === 0) return;
  const tags = tagNames(deployment.tags, deployment.databases);
  for (const [at, tag] of tags.entries()) {
    if (!mayHold(timeline, tag)) continue;
    const database = databaseOf(timeline, tag);
    for (const name of pastColumnNames) {
      const codes = deployment.columns.get(pastColumns[name].from);
      if (codes) columnIn(database, name, timeline.length)[index] = codes[at] ?? 0;
    }
  }
}

/**
 * Joins the two tags of one database. A deployment has long tags from the moment on at which two short ones collide. A
 * short tag that begins two long ones stays: nobody knows whose it was.
 */
export function unifyTags(timeline: Timeline): void {
  const long = [...timeline.databases.keys()].filter(isLongTag);
  const byShort = Map.groupBy(long, shortTagOf);
  for (const [short, [only, ...others]] of byShort) {
    const former = timeline.databases.get(short);
    if (!former || only === undefined || others.length > 0) continue;
    timeline.databases.delete(short);
    for (const [name, codes] of former) {
      const column = columnOf(timeline, only, name);
      for (const [index, code] of codes.entries()) if (column[index] === unknownCode) column[index] = code;
    }
  }
}
