import { expect, test } from "vitest";
import { timeAround } from "./time-around.ts";

const at = (time: string) => Date.parse(`2026-11-22T${time}:00Z`);

test("SCR11 two hours before and after the onset are shown, in whole steps", () => {
  expect(timeAround(at("10:02"), at("20:00"))).toEqual({ from: at("08:00"), to: at("12:05") });
});

test("SCR11 nothing after now is shown, and at least one step", () => {
  expect(timeAround(at("10:02"), at("10:43"))).toEqual({ from: at("08:00"), to: at("10:40") });
  expect(timeAround(at("10:02"), at("07:00"))).toEqual({ from: at("08:00"), to: at("08:05") });
});
