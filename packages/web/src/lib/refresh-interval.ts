import { storedSetting } from "./stored-setting.ts";

/** How often an open page may load again by itself, in milliseconds; sources report once a minute at most. */
export const refreshIntervals = [
  { value: 0, label: "Auto off" },
  { value: 60_000, label: "Auto 1 min" },
  { value: 300_000, label: "Auto 5 min" },
] as const;

const usual = 60_000;

/** The interval that this browser's person has chosen, in milliseconds; 0 is never. */
export const refreshInterval = storedSetting("shardwatch-refresh-interval", (stored): number =>
  refreshIntervals.some(({ value }) => value === stored) ? (stored as number) : usual,
);

/** What a query is given so that it loads again by itself as the person wishes; a hidden tab waits. */
export function useLiveOptions(): { refetchInterval: number | false; refetchOnWindowFocus: boolean } {
  const interval = refreshInterval.use();
  return { refetchInterval: interval > 0 && interval, refetchOnWindowFocus: interval > 0 };
}
