import type { BuiltInChanges, RuleDefinition, WeeklyHours } from "../../contract/incident/own-rule.ts";
import { type AnyRuleId, isBuiltIn, type RuleId, ruleNames } from "../../contract/incident/rules.ts";
import { changed } from "./changed.ts";
import { ownRuleOf } from "./own.ts";
import type { AgentRule, ChannelRule, DeploymentRule, Rule, SourceRule, TokenRule } from "./rule.ts";
import { agentRules, channelRules, deploymentRules, type Named, sourceRules, tokenRules } from "./rules.ts";

/** A rule that an organization wrote, or what it changed about a built-in one. */
export type SavedRule = { revision: number } & (
  | { id: RuleId; changes: BuiltInChanges }
  | { id: `rul_${string}`; definition: RuleDefinition }
);

/** Where and when the messages of a rule go out. */
export interface Routing {
  /** The ids of its channels; null for all. */
  channels: readonly string[] | null;
  /** Null for any time. */
  hours: WeeklyHours | null;
}

/** All rules that watch an organization: the built-in ones as it changed them, and its own. */
export interface RuleBook {
  deployments: readonly Named<DeploymentRule>[];
  agents: readonly Named<AgentRule>[];
  sources: readonly Named<SourceRule>[];
  channels: readonly Named<ChannelRule>[];
  tokens: readonly Named<TokenRule>[];
  routingOf: (id: AnyRuleId) => Routing;
}

const anywhere: Routing = { channels: null, hours: null };

export function bookOf(saved: readonly SavedRule[]): RuleBook {
  const changes = new Map(saved.flatMap((one) => ("changes" in one ? [[one.id, one] as const] : [])));
  const own = saved.flatMap((one): Named<DeploymentRule>[] => {
    if (!("definition" in one)) return [];
    const { id, definition, revision } = one;
    const { name, advice } = definition;
    const rule = ownRuleOf(definition);
    return [{ ...rule, id, written: { name, condition: rule.condition.text, advice, revision } }];
  });
  const withChanges = <S>(rule: Named<Rule<S>>): Named<Rule<S>> => {
    const one = isBuiltIn(rule.id) ? changes.get(rule.id) : undefined;
    if (!one) return rule;
    const next = changed(rule, one.changes);
    const written = { name: ruleNames[one.id], condition: next.condition.text, revision: one.revision };
    return { ...next, id: rule.id, written };
  };
  const byId = new Map<AnyRuleId, SavedRule>(saved.map((one) => [one.id, one]));
  return {
    deployments: [...deploymentRules.map(withChanges), ...own],
    agents: agentRules.map(withChanges),
    sources: sourceRules.map(withChanges),
    channels: channelRules.map(withChanges),
    tokens: tokenRules.map(withChanges),
    routingOf: (id) => {
      const one = byId.get(id);
      if (!one) return anywhere;
      if ("changes" in one) return { channels: one.changes.channels ?? null, hours: null };
      return { channels: one.definition.channels, hours: one.definition.hours };
    },
  };
}
