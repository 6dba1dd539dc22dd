const key = "shardwatch-last-session";
const states = ["open", "ended"] as const;

/** Whether the last session of this browser was open or ended when somebody last knew. */
export type LastSession = (typeof states)[number];

/** What this browser remembers of its last session; undefined when nobody has been signed in here before. */
export function lastSession(): LastSession | undefined {
  try {
    const stored = localStorage.getItem(key);
    return states.find((state) => state === stored);
  } catch {
    return undefined; // a browser that keeps nothing
  }
}

/** Remembers it for all tabs, where the browser allows it. It holds no secret, and it opens nothing. */
export function rememberSession(state: LastSession): void {
  try {
    localStorage.setItem(key, state);
  } catch (error) {
    console.warn(`${key} could not be stored`, error);
  }
}
