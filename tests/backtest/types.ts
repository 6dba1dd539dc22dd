/**
 * A day of a database. `used` is the largest of the day in bytes, `limit` in bytes is 0 for none, and `evicted` is in keys
 * a second. Each is null when not known. `slots` is how many of the day's 288 slots were covered.
 */
export type Day = [
  date: string,
  used: number | null,
  limit: number | null,
  evicted: number | null,
  slots: number,
];

/** What a method gets of a database. One JSON line of `--answer` holds it. */
export interface Input {
  id: string;
  /** The eviction policy in the words of Redis; null when not known. */
  policy: string | null;
  /** The present limit in bytes: null when not known, 0 for none. */
  limit: number | null;
  /** An ISO time at midnight UTC. */
  now: string;
  /** 90 days, the oldest first. The last one ends at `now`. */
  days: Day[];
  /** The largest used bytes of 336 hours, the oldest first, null when not known. The last one ends at `now`. */
  hours: (number | null)[];
}

/**
 * What a method says: a date, no date within some days ("far"), or growing without a clear date ("unclear"). Else it is
 * at its limit ("full"), has too few days ("early"), or there is nothing to say ("none").
 */
export const sayings = ["date", "far", "unclear", "none", "early", "full"] as const;

export interface Answer {
  id: string;
  say: (typeof sayings)[number];
  /** ISO times. All three are null where `say` is not "date". A latest of null beside a date has no end. */
  likely: string | null;
  earliest: string | null;
  latest: string | null;
}

export type Method = (input: Input) => Answer;

/** A database of which the future is known, too. */
export interface Story {
  input: Input;
  family: string;
  /** Whether the demand of its family goes on growing after now. */
  isGrowing: boolean;
  /** The first hour after now with demand at or above the limit, in milliseconds; undefined when none of 365 days has. */
  truth: number | undefined;
  /** Whether the newest day reached 98 % of the limit, or three of the last seven days evicted keys. */
  isAtLimit: boolean;
}

/** Makes so many databases from a seed, each time the same ones. They are made one at a time, as they are asked for. */
export type Generator = (seed: number, databases: number) => Iterable<Story>;
