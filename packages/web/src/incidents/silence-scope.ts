import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { type AnyRuleId, nameOfRule } from "@shardwatch/core/contract/incident/rules";
import type { Silence, SilencePreview, SilenceScope } from "@shardwatch/core/contract/incident/silence";
import { everything } from "@shardwatch/core/contract/filter/filter";
import { nearest } from "@shardwatch/core/contract/filter/nearest";
import { parseText } from "@shardwatch/core/contract/filter/parse";
import { counted } from "../lib/words/count.ts";
import { ApiError } from "../lib/errors.ts";

/** What the dialog has as what to silence. */
export interface ScopeValues {
  what: SilenceScope["kind"];
  rule: AnyRuleId;
  filter: string;
}

const read = (typed: string) => parseText(typed, [], nearest);

/** What makes no sense in a filter; undefined for a right one. */
export const filterFault = (typed: string): string | undefined => read(typed).faults[0];

/** Whether a filter matches every deployment. */
export function isEverything(typed: string): boolean {
  const { filter, faults } = read(typed);
  return filter === everything && faults.length === 0;
}

/** Whether the API has found that a filter covers every deployment, which has to be confirmed. */
export const asksToConfirm = (error: unknown): boolean =>
  error instanceof ApiError &&
  typeof error.body === "object" &&
  error.body !== null &&
  "code" in error.body &&
  error.body.code === "SILENCES_EVERYTHING";

/** The scope for the API; undefined while it makes no sense. */
export function scopeOf(
  { what, rule, filter }: ScopeValues,
  incident: Pick<Incident, "id"> | undefined,
): SilenceScope | undefined {
  switch (what) {
    case "incident":
      return incident && { kind: what, incidentId: incident.id };
    case "rule":
      return { kind: what, rule };
    case "filter":
      return filterFault(filter) === undefined ? { kind: what, filter } : undefined;
  }
}

/** "Covers 37 deployments and 2 open incidents now." */
export function previewText({ deployments, unknown, incidents }: SilencePreview): string {
  const covered = `Covers ${counted(deployments, "deployment")} and ${counted(incidents, "open incident")} now.`;
  if (unknown === 0) return covered;
  return `${covered} Too little is known of ${counted(unknown, "deployment")}: what happens to them is still reported.`;
}

/**
 * What a silence covers, in words.
 * @param own the rules of the organization, as far as their names are known
 */
export function scopeText(
  scope: Silence["scope"],
  own: readonly (readonly [id: AnyRuleId, name: string])[] = [],
): string {
  switch (scope.kind) {
    case "incident":
      return scope.title;
    case "rule":
      return `All incidents of “${new Map(own).get(scope.rule) ?? nameOfRule(scope.rule)}”`;
    case "filter":
      return scope.filter === "" ? "Every deployment" : `Deployments matching ${scope.filter}`;
  }
}
