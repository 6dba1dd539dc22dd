import type { Random } from "../random.ts";

/** An hour of a database's life. */
export interface Moment {
  /** Days from now; the past is negative. */
  at: number;
  hourOfDay: number;
  /** 0 is a Sunday. */
  weekday: number;
  dayOfMonth: number;
  isHoliday: boolean;
}

/** How busy the people are who use a database, from 0 to about 1, in each hour. */
export type Traffic = (moment: Moment) => number;

/** A process of a database. It is asked for its bytes once for each hour, in their order. */
export type Process = (moment: Moment) => number;

export interface Habits {
  /** The traffic at night, as a share of the traffic at the busiest hour. */
  night?: number;
  /** The traffic at a weekend, as a share. */
  weekend?: number;
}

export function trafficOf(random: Random, habits: Habits = {}): Traffic {
  const { night = random.between(0.15, 0.9), weekend = random.between(0.6, 1.05) } = habits;
  const [busiest, holiday] = [random.between(0, 24), random.between(0.4, 1)];
  return ({ hourOfDay, weekday, isHoliday }) => {
    const away = Math.abs(((hourOfDay - busiest + 36) % 24) - 12);
    // Eight hours around the busiest one are busy, and eight are night.
    const byHour = night + (1 - night) * Math.min(1, Math.max(0, (10 - away) / 6));
    return byHour * (weekday % 6 === 0 ? weekend : 1) * (isHoliday ? holiday : 1);
  };
}

/** Noise with rare large values: one in twenty has three times the deviation. */
export const heavyTailed = (random: Random): number => random.normal() * (random.chance(0.05) ? 3 : 1);
