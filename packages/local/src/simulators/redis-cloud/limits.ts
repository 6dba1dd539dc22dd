const minute = 60_000;

/** Counts the calls of each account's key in windows of a minute, as the API does. */
export function createLimits(now: () => number) {
  const windows = new Map<string, { start: number; calls: number }>();
  return {
    /** How many calls are left in this minute after this one; negative when it was one too many. */
    take(apiKey: string, perMinute: number): number {
      const start = now() - (now() % minute);
      const before = windows.get(apiKey);
      const calls = (before?.start === start ? before.calls : 0) + 1;
      windows.set(apiKey, { start, calls });
      return perMinute - calls;
    },
  };
}
