import { storedSetting } from "../settings/stored-setting.ts";

/** How often an open page may reload, in milliseconds. Sources report at most once a minute. */
export const refreshIntervals = [
  { value: 0, label: "Auto off" },
  { value: 60_000, label: "Auto 1 min" },
  { value: 300_000, label: "Auto 5 min" },
] as const;

const usual = 60_000;

/** The interval chosen in this browser, in milliseconds; 0 is never. */
export const refreshInterval = storedSetting("shardwatch-refresh-interval", (stored): number =>
  refreshIntervals.some(({ value }) => value === stored) ? (stored as number) : usual,
);

/** The options that make a query reload at the chosen interval. A hidden tab waits. */
export function useLiveOptions(): { refetchInterval: number | false; refetchOnWindowFocus: boolean } {
  const interval = refreshInterval.use();
  return { refetchInterval: interval > 0 && interval, refetchOnWindowFocus: interval > 0 };
}
