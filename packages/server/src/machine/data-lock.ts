import { createHash } from "node:crypto";
import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { StartFailure } from "./failure.ts";

const fileName = "running.json";
const tries = 5;

/**
 * A process. Its start time keeps another one from being taken for it that got its number later. It is in the
 * kernel's clock ticks since its boot, and null where the system does not show it.
 */
const mark = z.object({ pid: z.int().positive(), started: z.string().nullable() });
type ProcessMark = z.infer<typeof mark>;

/**
 * Takes the data folder for this process: two database engines on one file would ruin it. Returns what gives
 * it back. A lock that a killed process left behind is replaced.
 * @throws StartFailure naming the process that has the folder
 */
export function lockDataFolder(folder: string): () => void {
  const file = join(folder, fileName);
  const own = JSON.stringify(ownMark());
  const draft = `${file}.${process.pid}.new`;
  writeFileSync(draft, own, { mode: 0o600 });
  try {
    const holder = take(file, draft);
    if (holder) throw inUse(folder, holder);
    return () => release(file, own);
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Makes the draft the lock. Returns the running process that has it, if there is one. To replace the lock of a
 * dead process, a starter first takes the lock of that very text. So nobody replaces a lock that is newer than
 * the dead one. The claim of a starter that is killed in between is replaced in the same way.
 */
function take(file: string, draft: string): ProcessMark | undefined {
  for (let count = 0; count < tries; count += 1) {
    // A link is there with its content or not at all; an opened file would be empty for a moment.
    if (link(draft, file)) return undefined;
    const text = readText(file);
    if (text === undefined) continue;
    const holder = readMark(text);
    if (holder && isRunning(holder)) return holder;
    const claim = `${file}.${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
    const rival = take(claim, draft);
    if (rival) return rival;
    try {
      if (readText(file) === text) return replace(file, draft);
    } finally {
      rmSync(claim);
    }
  }
  throw new StartFailure(`${file} could not be locked: it comes back whenever it is removed.`);
}

/** The draft stays, because a further lock may be made of it. */
function replace(file: string, draft: string): undefined {
  const copy = `${draft}.copy`;
  linkSync(draft, copy);
  renameSync(copy, file);
}

function release(file: string, own: string): void {
  if (readText(file) === own) rmSync(file, { force: true });
}

/** False when there is such a file already. */
function link(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

/** Undefined when it is damaged, as after a power cut. */
function readMark(text: string): ProcessMark | undefined {
  try {
    return mark.safeParse(JSON.parse(text)).data;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT")) return undefined;
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return (error as NodeJS.ErrnoException).code === code;
}

function inUse(folder: string, { pid }: ProcessMark): StartFailure {
  return new StartFailure(
    `The data in ${folder} is in use by another Shardwatch (process ${pid}). ` +
      `Stop it, or choose another folder with SHARDWATCH_DATA.`,
  );
}

function ownMark(): ProcessMark {
  return { pid: process.pid, started: processOf(process.pid)?.started ?? null };
}

/** Whether that process still runs. One that ended and waits to be collected by its parent does not. */
function isRunning({ pid, started }: ProcessMark): boolean {
  const seen = processOf(pid);
  if (seen) return seen.state !== "Z" && (started === null || seen.started === started);
  try {
    process.kill(pid, 0); // signal 0 asks only
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // somebody else's
  }
}

/** State and start time by proc(5), /proc/pid/stat; undefined where there is no such file. */
function processOf(pid: number): { state: string; started: string } | undefined {
  try {
    // "pid (name) state ...", and the name may have blanks and parentheses; the start time is field 22.
    const [state, ...rest] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const started = rest[18];
    return state !== undefined && started !== undefined ? { state, started } : undefined;
  } catch {
    return undefined; // the process is gone, or this system has no /proc
  }
}
