import { day } from "@shardwatch/core/kit/time";
import type { Input } from "./types.ts";

/** Midnight after the last day of every example. */
export const exampleNow = Date.UTC(2026, 10, 30);

/** A database of 100 bytes whose daily peaks grow from 10 by 0.5 a day, except for what is changed. */
export function exampleInput(changes: Partial<Input> = {}): Input {
  const peak = (index: number) => 10 + index / 2;
  return {
    id: "example",
    policy: "noeviction",
    limit: 100,
    now: new Date(exampleNow).toISOString(),
    days: Array.from({ length: 90 }, (_, index) => [
      new Date(exampleNow - (90 - index) * day).toISOString().slice(0, 10),
      peak(index),
      100,
      0,
      288,
    ]),
    hours: Array.from({ length: 336 }, (_, index) => peak(76 + index / 24)),
    ...changes,
  };
}
