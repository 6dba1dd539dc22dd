import { expect, test } from "vitest";
import { differenceWords, lineBefore, nextPeriod, type Period, readPeriod, valuesBefore } from "./compare.ts";
import { bytes, counts, percents } from "./units.ts";

const week = 7 * 86_400;

test("SCR10 the line of the period before has for each time the value of a period earlier", () => {
  const times = [week + 3_600, week + 7_200, week + 10_800];
  expect(valuesBefore(times, { from: 0, step: 3_600, values: [1, 2, null, 4] }, "week")).toEqual([
    2,
    null,
    4,
  ]);
  // An answer may begin a step later, and end a step earlier.
  expect(valuesBefore(times, { from: 7_200, step: 3_600, values: [3] }, "week")).toEqual([null, 3, null]);
});

test("SCR10 the difference is that of the means at times that both know, in words", () => {
  const words = (now: (number | null)[], before: (number | null)[], unit = counts) =>
    differenceWords(now, before, unit, "week");
  expect(words([112, 224, null], [100, 200, 9_999])).toBe("12% more than the week before");
  expect(words([80, 80], [100, null])).toBe("20% less than the week before");
  expect(words([1_000, 1_001], [1_000, 1_000])).toBe("About the same as the week before");
  expect(words([900], [100])).toBe("9 times as much as the week before");
  expect(words([3], [0])).toBe("More than the week before, when it was zero");
  expect(words([0], [0])).toBe("Zero, as the week before");
  expect(words([1, null], [null, 1])).toBe("Nothing to compare in the week before");
  expect(words([62], [50], percents)).toBe("12 points more than the week before");
});

test("SCR10 only what is shown is compared, and the line is hidden with its own", () => {
  const line = { id: "db", label: "db", values: [1, 2, 300], style: 0, isHidden: true };
  const range = { from: week, to: week + 7_200 };
  const times = [week, week + 3_600, week + 7_200];
  const before = lineBefore(
    line,
    { from: 0, step: 3_600, values: [1, 1, 1] },
    { times, range, unit: bytes, period: "week" },
  );
  expect(before).toMatchObject({ follows: "db", style: "before", isHidden: true, values: [1, 1, 1] });
  expect(before.label).toBe("Week before");
  expect(before.text?.(true)).toBe("50% more than the week before");
  expect(before.text?.(false)).toBeUndefined();
});

test("SCR10 a key goes through the periods, and an unknown one in an address is none", () => {
  const walked: (Period | undefined)[] = [undefined];
  for (let press = 0; press < 4; press += 1) walked.push(nextPeriod(walked.at(-1)));
  expect(walked).toEqual([undefined, "day", "week", "month", undefined]);
  expect([readPeriod("week"), readPeriod("year"), readPeriod(null)]).toEqual(["week", undefined, undefined]);
});
