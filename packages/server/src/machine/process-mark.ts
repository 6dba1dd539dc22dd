import { readFileSync } from "node:fs";

/** A process, so that another one that got its number later is not taken for it. */
export interface ProcessMark {
  pid: number;
  /** Start time in the kernel's clock ticks since its boot; null where the system does not show it. */
  started: string | null;
}

export function ownMark(): ProcessMark {
  return { pid: process.pid, started: look(process.pid)?.started ?? null };
}

/** Whether that process still runs. One that ended and waits to be collected by its parent does not. */
export function isRunning({ pid, started }: ProcessMark): boolean {
  const seen = look(pid);
  if (seen) return seen.state !== "Z" && (started === null || seen.started === started);
  try {
    process.kill(pid, 0); // signal 0 asks only
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM"; // somebody else's
  }
}

/** State and start time by proc(5), /proc/pid/stat; undefined where there is no such file. */
function look(pid: number): { state: string; started: string } | undefined {
  try {
    // "pid (name) state ...", and the name may have blanks and parentheses; the start time is field 22.
    const [state, ...rest] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const started = rest[18];
    return state !== undefined && started !== undefined ? { state, started } : undefined;
  } catch {
    return undefined; // the process is gone, or this system has no /proc
  }
}
