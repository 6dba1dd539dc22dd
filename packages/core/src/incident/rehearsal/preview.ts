import { setImmediate as nextTurn } from "node:timers/promises";
import { askedOrganization } from "../../access/asked-organization.ts";
import type { ReaderContext } from "../../access/context.ts";
import type { OrganizationId } from "../../access/scope.ts";
import { withViewAudit } from "../../audit/bounded.ts";
import { type FieldName, fields } from "../../contract/filter/fields.ts";
import { seenBy } from "../../contract/filter/seen.ts";
import { type RuleDefinition, ruleDefaults } from "../../contract/incident/own-rule.ts";
import type { RulePreview } from "../../contract/incident/rehearsal.ts";
import { endOf } from "../../contract/incident/rule-sentence.ts";
import { mostSamples } from "../../contract/incident/rehearsal-words.ts";
import type { WatchedDeployment } from "../judging/watched.ts";
import { readRuleInput } from "../own-rules/rule-input.ts";
import { matching, textsOf } from "../rules/own.ts";
import { type Condition, counterOf, unknownFieldsOf } from "./counted.ts";
import { fleetNow } from "../fleet-now.ts";
import { neverHas } from "./kept-fields.ts";

/** What is asked about a rule that is not saved yet. */
export type Asked = Pick<RuleDefinition, "scope" | "when" | "worse" | "clear" | "unknown">;

/** So many deployments take a few milliseconds. */
const perTurn = 1_000;

/** The rule with canonical texts. Throws invalid for a filter that makes no sense. */
export const readAsked = (asked: Asked): RuleDefinition =>
  readRuleInput({ ...ruleDefaults, name: "This rule", for: 15, ...asked }, new Set());

/** The organization of a rule: the caller's own, or for a super admin the named one. Null for a caller without one. */
export const organizationOfRule = (ctx: ReaderContext, named: string | undefined): OrganizationId | null =>
  askedOrganization(ctx, named, {
    forbidden: "You can only try rules on your own organization.",
    unnamed: "organizationId: must name the organization of the rule",
  });

/**
 * What a rule finds now. A second call within 15 seconds reads nothing, whatever its text is. Throws invalid for a filter
 * that makes no sense, and forbidden for another organization.
 */
export async function previewRule(
  ctx: ReaderContext,
  asked: Asked,
  { organizationId }: { organizationId?: string | undefined },
): Promise<RulePreview> {
  const definition = readAsked(asked);
  const organization = organizationOfRule(ctx, organizationId);
  if (!organization) return await preview(definition, []);
  const reading = fleetNow(ctx, organization, textsOf(definition));
  return await preview(definition, await withViewAudit(ctx, organization, reading));
}

type Reason = RulePreview["reasons"][number];

/** Pure but for its turns. */
export async function preview(
  condition: Condition,
  deployments: readonly WatchedDeployment[],
): Promise<RulePreview> {
  const [count, unknownFields] = [counterOf(condition), unknownFieldsOf(condition)];
  const { filter } = matching(condition.when);
  const result: RulePreview = {
    total: deployments.length,
    inScope: 0,
    matching: 0,
    urgent: 0,
    unknown: 0,
    reasons: [],
    samples: [],
    over: endOf(condition),
  };
  const reasons = new Map<string, Reason>();
  for (const [index, deployment] of deployments.entries()) {
    if (index % perTurn === perTurn - 1) await nextTurn();
    const counted = count(deployment);
    if (counted === "out") continue;
    result.inScope += 1;
    if (counted === "well") continue;
    if (counted === "unknown") {
      result.unknown += 1;
      for (const field of unknownFields(deployment)) note(reasons, field, deployment);
      continue;
    }
    result.matching += 1;
    if (counted === "urgent") result.urgent += 1;
    if (result.samples.length < mostSamples)
      result.samples.push({
        id: deployment.id,
        name: deployment.name,
        value: seenBy(filter, deployment.facts) || null,
      });
  }
  result.reasons = [...reasons.values()].toSorted((one, other) => other.count - one.count);
  return result;
}

function note(reasons: Map<string, Reason>, field: FieldName, deployment: WatchedDeployment): void {
  const { kind: source } = deployment;
  const reason = reasonOf(field, deployment);
  const key = `${field} ${source} ${reason}`;
  const known = reasons.get(key);
  if (known) known.count += 1;
  else reasons.set(key, { field, label: fields[field].label, source, count: 1, reason });
}

function reasonOf(field: FieldName, { kind, isSilent }: WatchedDeployment): Reason["reason"] {
  if (neverHas(kind, field)) return "never";
  return isSilent ? "silent" : "now";
}
