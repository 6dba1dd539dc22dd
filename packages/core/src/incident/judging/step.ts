import type { IncidentSeverity } from "../../contract/incident/words.ts";
import { hour } from "../../kit/time.ts";
import type { Judgement, Timing } from "../rules/rule.ts";

/*
 * The state machine of a finding: one rule and one subject. A subject without a finding is well. Times are Unix epochs
 * in milliseconds, and `now` is the minute of the pass.
 */

/**
 * "pending": it holds, not yet long enough. "firing": it holds. "clearing": it is over, not yet long enough.
 * "flapping": it is over, but it came and went too often. "usual": it holds, and counts as the usual state. "calm":
 * nothing is wrong; the finding only remembers when it came and went.
 */
export type FindingState = "pending" | "firing" | "clearing" | "flapping" | "usual" | "calm";

export interface Finding {
  state: FindingState;
  /** Since when it has this state, without the time in which nothing was known. */
  since: number;
  /** When it fired. */
  firedAt?: number;
  /** When the condition began that fired. Absent in rows of former releases. */
  began?: number;
  /** Since when nothing is known. */
  pausedAt?: number;
  /** In the usual state: since when it is over. */
  endingSince?: number;
  /** When it fired and when it was over again, within the last hour. */
  turns?: readonly number[];
  /** The worst so far. */
  severity?: IncidentSeverity;
  step?: number;
  value?: string | null;
  /** The id of the database that the value is of, where the deployment has several. */
  database?: string | undefined;
}

/** A finding that counts as usual from now on. Worse than now is a finding again. */
export const asUsual = ({ step: reached }: Finding, now: number): Finding => ({
  state: "usual",
  since: now,
  ...(reached !== undefined && { step: reached }),
});

export interface Pass {
  now: number;
  /** How long before this pass nothing was observed, in milliseconds. */
  gap: number;
  /** Whether something new may fire. Not in the first pass after a gap. */
  mayFire: boolean;
  /** Whether what would become usual later is usual already, because nobody saw how it was before. */
  isFirstDay: boolean;
}

/** How often a finding may come and go within the time, until it counts as flapping. */
const [mostTurns, turnsWithin] = [4, hour];

/** Whether an incident stays open for the finding. */
export const isOpen = ({ state }: Finding): boolean =>
  state === "firing" || state === "clearing" || state === "flapping";

export const isFlapping = ({ turns = [] }: Finding, now: number): boolean =>
  recent(turns, now).length >= mostTurns;

/** The finding after a pass; undefined when there is nothing to remember. */
export function step(
  before: Finding | undefined,
  judged: Judgement,
  timing: Timing,
  pass: Pass,
): Finding | undefined {
  // The time since a pause does not count anyway.
  const finding = before?.pausedAt === undefined ? before && withoutGap(before, pass.gap) : before;
  const unknown = finding && clearCounts(finding) ? judged.clear === undefined : judged.when === undefined;
  if (unknown) return finding && pause(finding, pass.now);
  return advance(finding && resume(finding, pass.now), judged, timing, pass);
}

const clearCounts = ({ state }: Finding) => state === "firing" || state === "clearing" || state === "usual";

function advance(
  finding: Finding | undefined,
  judged: Judgement,
  timing: Timing,
  pass: Pass,
): Finding | undefined {
  const { now } = pass;
  switch (finding?.state) {
    case undefined:
      return judged.when ? pend({ state: "pending", since: now }, judged, timing, pass) : undefined;
    case "calm":
      if (judged.when) return pend({ ...finding, state: "pending", since: now }, judged, timing, pass);
      return remember(finding, now);
    case "pending":
      return judged.when ? pend(finding, judged, timing, pass) : remember(finding, now);
    case "firing":
      return fire(finding, judged, timing, now);
    case "clearing":
      if (!judged.clear)
        return fire({ ...finding, state: "firing", since: finding.firedAt ?? now }, judged, timing, now);
      return now - finding.since >= timing.keep ? end(finding, now) : finding;
    case "flapping":
      if (judged.when) return fireAgain(finding, judged, now);
      return now - finding.since >= turnsWithin ? undefined : finding;
    case "usual":
      return judged.when && judged.step > (finding.step ?? Infinity)
        ? pend({ state: "pending", since: now }, judged, timing, pass)
        : stayUsual(finding, judged, timing, now);
  }
}

/** It holds: it fires when that lasts long enough. */
function pend(
  finding: Finding,
  judged: Judgement,
  timing: Timing,
  { now, mayFire, isFirstDay }: Pass,
): Finding {
  if (!mayFire || now - finding.since < timing.for) return finding;
  if (timing.usualAfter !== undefined && isFirstDay) return { state: "usual", since: now };
  return fireAgain(finding, judged, now, finding.since);
}

function fireAgain(
  { turns = [] }: Finding,
  { severity, step: reached, value, database, since: began }: Judgement,
  now: number,
  seen = now,
): Finding {
  const kept = [...recent(turns, now), now];
  return {
    state: "firing",
    since: now,
    firedAt: now,
    began: began ?? seen,
    turns: kept,
    severity,
    step: reached,
    value,
    database,
  };
}

/** It fires: it gets worse, stays as it is, or begins to end. */
function fire(finding: Finding, judged: Judgement, { keep, usualAfter = Infinity }: Timing, now: number) {
  // It did not recover: people said that it is fine. So it does not come and go.
  if (judged.clear && judged.ending !== undefined) return undefined;
  if (judged.clear)
    return keep === 0 ? end(finding, now) : { ...finding, state: "clearing" as const, since: now };
  if (now - (finding.firedAt ?? now) >= usualAfter) return { state: "usual" as const, since: now };
  if (!judged.when || judged.step <= (finding.step ?? 0)) return finding;
  const { severity, step: reached, value, database, since: began = finding.began } = judged;
  return { ...finding, ...(began !== undefined && { began }), severity, step: reached, value, database };
}

function end(finding: Finding, now: number): Finding | undefined {
  const turns = [...recent(finding.turns ?? [], now), now];
  if (turns.length >= mostTurns) return { ...finding, state: "flapping", since: now, turns };
  return remember({ state: "calm", since: now, turns }, now);
}

/** Nothing is wrong: the finding is kept for as long as its turns count. */
function remember({ since, turns = [] }: Finding, now: number): Finding | undefined {
  const kept = recent(turns, now);
  if (kept.length === 0) return undefined;
  // Turns that no longer count are dropped with the last one, so a calm finding needs no write.
  return { state: "calm", since, turns };
}

function stayUsual(finding: Finding, judged: Judgement, { keep }: Timing, now: number): Finding | undefined {
  const { endingSince, ...usual } = finding;
  if (!judged.clear) return usual;
  if (endingSince === undefined) return { ...usual, endingSince: now };
  return now - endingSince >= keep ? undefined : finding;
}

const recent = (turns: readonly number[], now: number) => turns.filter((turn) => now - turn < turnsWithin);

/** Minutes that nobody observed do not count. */
function withoutGap(finding: Finding, gap: number): Finding {
  const { state, since, endingSince } = finding;
  if (gap === 0 || state === "firing") return finding;
  return {
    ...finding,
    since: since + gap,
    ...(endingSince !== undefined && { endingSince: endingSince + gap }),
  };
}

/** Nothing is known: the finding stays as it is, and the time does not count. */
const pause = (finding: Finding, now: number): Finding =>
  finding.pausedAt === undefined && finding.state !== "firing" ? { ...finding, pausedAt: now } : finding;

function resume({ pausedAt, ...finding }: Finding, now: number): Finding {
  return pausedAt === undefined ? finding : withoutGap(finding, now - pausedAt);
}
