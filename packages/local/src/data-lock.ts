import { linkSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { StartFailure } from "./failure.ts";
import { isRunning, ownMark, type ProcessMark } from "./process-mark.ts";

const fileName = "running.json";
const tries = 5;

const mark = z.object({ pid: z.int().positive(), started: z.string().nullable() });

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
    for (let count = 0; count < tries; count += 1) {
      // A link is there with its content or not at all; an opened file would be empty for a moment.
      if (link(draft, file)) return () => release(file, own);
      const holder = readMark(file);
      if (holder && isRunning(holder)) throw inUse(folder, holder);
      removeStale(file);
    }
  } finally {
    rmSync(draft, { force: true });
  }
  throw new StartFailure(
    `The data in ${folder} could not be locked: ${file} comes back whenever it is removed.`,
  );
}

/** Removes what a dead process left, unless another starter has replaced it since it was read. */
function removeStale(file: string): void {
  const aside = `${file}.${process.pid}.old`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (hasCode(error, "ENOENT")) return; // another starter was faster
    throw error;
  }
  const holder = readMark(aside);
  if (holder && isRunning(holder)) link(aside, file);
  rmSync(aside);
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

/** Undefined when there is none, or it is damaged, as after a power cut. */
function readMark(file: string): ProcessMark | undefined {
  try {
    return mark.safeParse(JSON.parse(readText(file) ?? "")).data;
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
