import { canonicalText } from "../filter/canonical.ts";
import type { SilenceScope } from "../incident/silence.ts";

/** What a silence says, with times as Unix epochs in milliseconds. */
export interface SaidSilence {
  scope: SilenceScope;
  reason: string;
  from?: number | undefined;
  until: number;
}

/** A text that equal silences have in common, whenever they begin. */
export function silenceKey({ scope, reason, until }: Omit<SaidSilence, "from">): string {
  return JSON.stringify([scope.kind, textOf(scope), reason, until]);
}

function textOf(scope: SilenceScope): string {
  if (scope.kind === "incident") return scope.incidentId;
  if (scope.kind === "rule") return scope.rule;
  // A filter of another release may hold what this one does not know. Without that it would be another filter.
  const { canonical, faults } = canonicalText(scope.filter);
  return faults.length > 0 ? scope.filter : canonical;
}

/** Whether a silence is the one that a file wants. When it began makes no difference once it has begun. */
export function isSameSilence(
  wanted: SaidSilence,
  { from = 0, ...stored }: SaidSilence,
  now: number,
): boolean {
  if (silenceKey(wanted) !== silenceKey(stored)) return false;
  const { from: begin = 0 } = wanted;
  return begin <= now ? from <= now : from === begin;
}
