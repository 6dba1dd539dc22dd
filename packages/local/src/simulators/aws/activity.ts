import type { Shard } from "./state.ts";

const minutesOfDay = 24 * 60;

/** Between half and three halves of a figure over a day, with a little noise. The same minute has the same value. */
const wave = (figure: number) => (minute: number) => {
  const day = Math.sin((2 * Math.PI * minute) / minutesOfDay);
  const noise = ((minute * 7_919) % 101) / 1_000;
  return Math.round(figure * (1 + 0.45 * day + noise));
};

/**
 * What CloudWatch has of a node beside its memory, minute by minute.
 * @param clients how many it usually has; the rest follows from them
 */
export const activityOf = (clients: number, keys: number): NonNullable<Shard["metrics"]> => ({
  CurrConnections: wave(clients),
  CurrItems: wave(keys),
  CacheHits: wave(clients * 900),
  CacheMisses: wave(clients * 60),
  Evictions: wave(clients / 4),
  TotalCmdsCount: wave(clients * 1_500),
});
