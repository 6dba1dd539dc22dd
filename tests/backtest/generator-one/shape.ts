import type { Random } from "../random.ts";

/** How the demand of one database goes. Times are days from now; the past is negative. */
export interface Shape {
  /** The peak of that day as a share of the present limit, before waves and noise. */
  level: (time: number) => number;
  /** Scales the level, so that the highest demand of the whole time is this share of the limit. */
  highest?: number;
  /** The standard deviation of the noise, as a share of the level. Without it a usual one is drawn. */
  noise?: number;
  /** How much lower a weekend is, as a share. Without it a usual one is drawn. */
  week?: number;
  /** How much lower a night is, as a share. Without it a usual one is drawn. */
  night?: number;
  /** How many days ago it was created. */
  age?: number;
  /** The share of its days that nobody recorded. */
  missing?: number;
  /** The limit of a past day, as a share of the present one. */
  limitAt?: (time: number) => number;
  policy?: string;
  /** What is known of its limit, where it has none. */
  limit?: null | 0;
}

export interface Family {
  name: string;
  /** Whether its demand goes on growing after now. */
  isGrowing: boolean;
  shape: (random: Random) => Shape;
}

const [first, last] = [-90, 365];

/** A curve through a value for each day, with straight lines between. */
export function throughDays(next: (before: number) => number, begin: number): (time: number) => number {
  const values = [begin];
  for (let time = first; time < last; time += 1) values.push(next(values.at(-1) ?? begin));
  return (time) => {
    const at = time - first;
    const [before, after] = [values[Math.floor(at)] ?? begin, values[Math.ceil(at)] ?? begin];
    return before + (after - before) * (at - Math.floor(at));
  };
}

/** The part of a period that has passed, from 0 to below 1. */
export const partOf = (time: number): number => time - Math.floor(time);
