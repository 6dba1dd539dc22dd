import { canonicalText } from "../filter/canonical.ts";
import type { SilenceScope } from "../incident/silence.ts";
import { comparable } from "../../kit/same-name.ts";

/** A rule that the organization wrote, by its name. */
interface NamedRule {
  kind: "ownRule";
  name: string;
}

/** What a silence of a file covers. */
export type SaidScope = SilenceScope | NamedRule;

/** What a silence says, with times as Unix epochs in milliseconds. */
export interface SaidSilence {
  scope: SaidScope;
  reason: string;
  from?: number | undefined;
  until: number;
}

/** A text that equal silences have in common, whenever they begin. */
export function silenceKey({ scope, reason, until }: Omit<SaidSilence, "from">): string {
  return JSON.stringify([scope.kind, textOf(scope), reason, until]);
}

function textOf(scope: SaidScope): string {
  if (scope.kind === "incident") return scope.incidentId;
  if (scope.kind === "rule") return scope.rule;
  if (scope.kind === "ownRule") return comparable(scope.name);
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
