import { day } from "@shardwatch/core/kit/time";
import { expect, test } from "vitest";
import { exampleInput, exampleNow } from "./example.ts";
import { rivals } from "./rivals.ts";

const daysTo = (date: string | null) => (Date.parse(date ?? "") - exampleNow) / day;

test.each(Object.entries(rivals))(
  "%s finds the day on which a straight line reaches the limit",
  (_, method) => {
    const said = method(exampleInput());
    expect(said.say).toBe("date");
    // From 54.5 of 100 at 0.5 a day.
    expect(daysTo(said.likely)).toBeGreaterThan(89);
    expect(daysTo(said.likely)).toBeLessThan(92);
    expect(daysTo(said.earliest)).toBeLessThanOrEqual(daysTo(said.likely));
    expect(daysTo(said.latest)).toBeGreaterThanOrEqual(daysTo(said.likely));
  },
);

test.each(Object.entries(rivals))(
  "%s names no date without a limit, at it, or without growth",
  (_, method) => {
    expect(method(exampleInput({ limit: null })).say).toBe("none");
    expect(method(exampleInput({ limit: 0 })).say).toBe("none");
    expect(method(exampleInput({ limit: 55 })).say).toBe("full");
    const { days, hours } = exampleInput();
    const still = { days: days.map(([date]) => [date, 50, 100, 0, 288]), hours: hours.map(() => 50) };
    expect(method(exampleInput(still as never)).say).toBe("none");
  },
);
