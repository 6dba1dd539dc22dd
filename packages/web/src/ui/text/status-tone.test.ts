import { expect, test } from "vitest";
import { isTrouble, toneOf } from "./status-tone.ts";

test("SCR02 AMD11 a status is never good while an incident is about it, and has the incident's colour", () => {
  expect([toneOf("active", "critical"), toneOf("active", "warning"), toneOf("active", "ok")]).toEqual([
    "bad",
    "warn",
    "good",
  ]);
  expect([isTrouble("active", "warning"), isTrouble("active", "ok")]).toEqual([true, false]);
  // A silent deployment is as critical as its incident.
  expect(toneOf("stale", "critical")).toBe("bad");
});

test("SCR01 what is wrong and has no incident yet is neutral, and still looks like trouble", () => {
  expect([toneOf("unreachable", "ok"), isTrouble("unreachable", "ok")]).toEqual(["neutral", true]);
  expect([toneOf("pending", "ok"), isTrouble("pending", "ok")]).toEqual(["neutral", false]);
});
