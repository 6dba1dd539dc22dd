import type { Random } from "../random.ts";
import type { Process } from "./moment.ts";

/** How the limit is chosen when the demand is known. */
export type LimitRule =
  /** It is reached by the highest demand of so many days from now. */
  | { fillsWithin: number }
  /** The highest demand of the whole time is this share of it. */
  | { highest: number }
  /** The highest demand of the newest day is this share of it. */
  | { newest: number };

export interface Plot {
  processes: Process[];
  limit: LimitRule;
  /** It was created so many days ago. */
  age?: number;
  /** Days for which its source was down, each. */
  outages?: number[];
  /** The limit was smaller until so many days ago: this share of the highest demand until then. */
  resized?: { ago: number; share: number };
  policy?: string;
  /** How its limit is known, when it has none. */
  unlimited?: null | 0;
}

export interface Kind {
  name: string;
  /** Whether its demand goes on growing after now. */
  isGrowing: boolean;
  plot: (random: Random) => Plot;
}

/** A limit that is never reached. */
export const unreached = (random: Random): LimitRule => ({ highest: random.between(0.5, 0.96) });

/** Data that do not change. */
export const fixed =
  (size: number): Process =>
  () =>
    size;
