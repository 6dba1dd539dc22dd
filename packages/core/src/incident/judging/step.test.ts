import { expect, test } from "vitest";
import { day, minute } from "../../kit/time.ts";
import { type Judgement, type Timing, unclear, well } from "../rules/rule.ts";
import { type Finding, isFlapping, isOpen, type Pass, step } from "./step.ts";

const timing: Timing = { for: 3 * minute, keep: 5 * minute };
const bad: Judgement = { when: true, clear: false, severity: "warning", step: 1, value: "91%" };
const worse: Judgement = { ...bad, severity: "critical", step: 2, value: "96%" };
const between: Judgement = { ...well, clear: false };

const passAt = (at: number, more: Partial<Pass> = {}): Pass => ({
  now: at * minute,
  gap: 0,
  mayFire: true,
  isFirstDay: false,
  ...more,
});

/** Plays one judgement a minute, from minute 0. */
const play = (judgements: readonly Judgement[], of = timing, from?: Finding, at = 0) =>
  judgements.reduce((finding, judged, index) => step(finding, judged, of, passAt(at + index)), from);

const times = (count: number, judged: Judgement) => Array.from({ length: count }, () => judged);
const firing = play(times(4, bad));

test("INC02 a finding fires in the minute in which its condition has held for long enough", () => {
  expect(play(times(3, bad))).toEqual({ state: "pending", since: 0 });
  expect(play(times(4, bad))).toMatchObject({
    state: "firing",
    firedAt: 3 * minute,
    severity: "warning",
    value: "91%",
  });
  expect(play([bad], { ...timing, for: 0 })).toMatchObject({ state: "firing", firedAt: 0 });
});

test("SCR01 a finding remembers when its condition began, and a date that the rule knows better", () => {
  expect(firing).toMatchObject({ firedAt: 3 * minute, began: 0 });
  expect(play(times(4, { ...bad, since: -day }))).toMatchObject({ firedAt: 3 * minute, began: -day });
  expect(step(firing, worse, timing, passAt(9))).toMatchObject({ step: 2, began: 0 });
  expect(step(firing, { ...worse, since: 5 }, timing, passAt(9))).toMatchObject({ step: 2, began: 5 });
});

test("INC02 a condition that ends before begins anew", () => {
  expect(play([bad, bad, bad, well])).toBeUndefined();
  expect(play([bad, bad, bad, between, bad])).toEqual({ state: "pending", since: 4 * minute });
});

test("INC02 unknown never opens anything, and its minutes do not count", () => {
  expect(play([unclear, unclear])).toBeUndefined();
  const waiting = play([bad, bad, unclear, unclear, unclear]);
  expect(waiting).toMatchObject({ state: "pending", pausedAt: 2 * minute });
  // Minutes 0 to 2 and 5 to 6 are known: three minutes are over in minute 6.
  expect(play([bad, bad, unclear, unclear, unclear, bad])).toEqual({ state: "pending", since: 3 * minute });
  expect(play([bad, bad, unclear, unclear, unclear, bad, bad])).toMatchObject({ state: "firing" });
});

test("INC02 between the threshold and its end a finding stays as it is", () => {
  expect(play(times(100, between), timing, firing, 4)).toEqual(firing);
  expect(play(times(100, unclear), timing, firing, 4)).toEqual(firing);
});

test("INC02 a finding ends in the minute in which it has been over for long enough", () => {
  const clearing = play(times(5, well), timing, firing, 10);
  expect(clearing).toMatchObject({ state: "clearing", since: 10 * minute });
  expect(clearing && isOpen(clearing)).toBe(true);
  const ended = play(times(6, well), timing, firing, 10);
  expect(ended).toMatchObject({ state: "calm" });
  expect(ended && isOpen(ended)).toBe(false);
  expect(play([well, well, unclear, unclear, well, well, well], timing, firing, 10)).toMatchObject({
    state: "clearing",
  });
  expect(play([well, well, bad], timing, firing, 10)).toMatchObject({ state: "firing", firedAt: 3 * minute });
  expect(play([well, well, between, well], timing, firing, 10)).toMatchObject({
    state: "clearing",
    since: 13 * minute,
  });
});

test("INC02 a finding rises, and does not fall before it ends", () => {
  const risen = play([worse], timing, firing, 4);
  expect(risen).toMatchObject({ severity: "critical", step: 2, value: "96%" });
  expect(play([bad], timing, risen, 5)).toEqual(risen);
});

test("INC02 a calm finding is forgotten after an hour, with one write at most", () => {
  const healthy = play(times(6, well), timing, firing, 10);
  expect(play(times(40, well), timing, healthy, 16)).toEqual(healthy);
  expect(play([well], timing, healthy, 15 + 60)).toBeUndefined();
});

/** It fires for four minutes and is over for six, again and again. */
const round = [...times(4, bad), ...times(6, well)];

test("INC02 what came and went twice within an hour flaps, until it was calm for an hour", () => {
  expect(play(round)).toMatchObject({ state: "calm" });
  const flapping = play([...round, ...round]);
  expect(flapping).toMatchObject({ state: "flapping", since: 19 * minute });
  expect(flapping && isFlapping(flapping, 19 * minute) && isOpen(flapping)).toBe(true);
  expect(play([bad], timing, flapping, 25)).toMatchObject({ state: "firing" });
  expect(play(times(59, well), timing, flapping, 20)).toMatchObject({ state: "flapping" });
  expect(play(times(60, well), timing, flapping, 20)).toBeUndefined();
});

test("INC08 minutes in which nobody looked do not count", () => {
  const pending = play([bad, bad]);
  const later = step(pending, bad, timing, passAt(182, { gap: 180 * minute, mayFire: false }));
  expect(later).toEqual({ state: "pending", since: 180 * minute });
  expect(step(later, bad, timing, passAt(183))).toMatchObject({ state: "firing" });
  const clearing = play([well, well], timing, firing, 4);
  expect(step(clearing, well, timing, passAt(186, { gap: 180 * minute }))).toMatchObject({
    state: "clearing",
  });
});

test("INC08 nothing new fires in the first pass after a gap, even without a time to wait", () => {
  const atOnce = { ...timing, for: 0 };
  const seen = step(undefined, bad, atOnce, passAt(0, { mayFire: false }));
  expect(seen).toEqual({ state: "pending", since: 0 });
  expect(step(seen, bad, atOnce, passAt(1))).toMatchObject({ state: "firing" });
  expect(step(seen, well, atOnce, passAt(1))).toBeUndefined();
});

const evicting: Timing = { for: 0, keep: day, usualAfter: day };
const at = (finding: Finding | undefined, judged: Judgement, time: number, more: Partial<Pass> = {}) =>
  step(finding, judged, evicting, { ...passAt(0), now: time, ...more });

test("INC01 what lasts for a day is the usual state, and fires again after a day without", () => {
  const begun = at(undefined, bad, 0);
  expect(at(begun, bad, day - minute)).toMatchObject({ state: "firing" });
  const usual = at(begun, bad, day);
  expect(usual).toEqual({ state: "usual", since: day });
  expect(usual && isOpen(usual)).toBe(false);
  const ending = at(usual, well, 2 * day);
  expect(at(ending, bad, 3 * day - minute)).toEqual(usual);
  expect(at(ending, well, 3 * day - minute)).toEqual(ending);
  expect(at(ending, well, 3 * day)).toBeUndefined();
});

test("INC01 what holds on the first day may have done so before", () => {
  expect(at(undefined, bad, 0, { isFirstDay: true })).toEqual({ state: "usual", since: 0 });
  expect(step(undefined, bad, { for: 0, keep: 0 }, passAt(0, { isFirstDay: true }))).toMatchObject({
    state: "firing",
  });
});
