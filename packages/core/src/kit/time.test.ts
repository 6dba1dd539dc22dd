import { expect, test } from "vitest";
import { dateText, day, hour, minute, relativeTime, second, utcText } from "./time.ts";

const now = Date.UTC(2026, 5, 15);

test("ENT56 LIM13 relative times run from year to second", () => {
  const ago = (difference: number) => relativeTime(now - difference, now);
  expect(ago(2 * 365 * day)).toBe("2 years ago");
  expect(ago(60 * day)).toBe("2 months ago");
  expect(ago(14 * day)).toBe("2 weeks ago");
  expect(ago(3 * day)).toBe("3 days ago");
  expect(ago(5 * hour)).toBe("5 hours ago");
  expect(ago(90 * second)).toBe("1 minute ago");
  expect(ago(second)).toBe("1 second ago");
});

test("ENT57 ENT58 ENT59 now is just now, the future has its own form, and no date is no text", () => {
  expect(relativeTime(now - 999, now)).toBe("just now");
  expect(relativeTime(now + minute, now)).toBe("just now");
  expect(relativeTime(new Date(now + 3 * day).toISOString(), now)).toBe("in 3 days");
  for (const wrong of [null, undefined, "yesterday", Number.NaN])
    expect(relativeTime(wrong, now)).toBeUndefined();
});

test("a day and a moment of UTC are written as screens write them", () => {
  expect(dateText(Date.UTC(2026, 11, 1, 23))).toBe("Dec 1, 2026");
  expect(utcText(Date.UTC(2026, 0, 31, 9, 5))).toBe("Jan 31, 2026, 09:05 UTC");
});
