const key = "shardwatch-last-session";
const states = ["open", "ended"] as const;

/** Whether the last known session of this browser was open or ended. */
export type LastSession = (typeof states)[number];

/** The stored state of the last session; undefined when this browser never had one. */
export function lastSession(): LastSession | undefined {
  try {
    const stored = localStorage.getItem(key);
    return states.find((state) => state === stored);
  } catch {
    return undefined; // no storage
  }
}

/** Stores the state for all tabs, where the browser allows it. It is no secret and grants nothing. */
export function rememberSession(state: LastSession): void {
  try {
    localStorage.setItem(key, state);
  } catch (error) {
    console.warn(`${key} could not be stored`, error);
  }
}
