import { type AnyRuleId, isBuiltIn, type RuleId } from "../../contract/incident/rules.ts";
import type { WrittenRule } from "../rows/record.ts";
import { channelFailing } from "./channels.ts";
import { certificateEnds } from "./certificate.ts";
import { flashShardsFull, licenseEnds, ramShardsFull } from "./license.ts";
import { evictionsBegin, memoryFull } from "./memory.ts";
import { replicaBehind, replicaLost } from "./replicas.ts";
import type { AgentRule, ChannelRule, DeploymentRule, Rule, SourceRule, TokenRule } from "./rule.ts";
import { persistenceFailing } from "./persistence.ts";
import { anyOwnRule } from "./any-own-rule.ts";
import { agentClock, agentOld, keyUnused, sourceFailing } from "./sources.ts";
import { knownVulnerability } from "./vulnerabilities.ts";
import { tokenEnds } from "./tokens.ts";
import { databaseUnwell, silent, unwell } from "./status.ts";

/* The rules that watch every organization. They are code, so a release can add one for everybody. */

const ofDeployments = {
  silent,
  unwell,
  "memory-full": memoryFull,
  "license-ends": licenseEnds,
  "certificate-ends": certificateEnds,
  "shards-full-ram": ramShardsFull,
  "shards-full-flash": flashShardsFull,
  "database-unwell": databaseUnwell,
  "persistence-failing": persistenceFailing,
  "replica-lost": replicaLost,
  "replica-behind": replicaBehind,
  "known-vulnerability": knownVulnerability,
  "evictions-begin": evictionsBegin,
} satisfies Partial<Record<RuleId, DeploymentRule>>;

const ofSources = {
  "source-failing": sourceFailing,
  "key-unused": keyUnused,
} satisfies Partial<Record<RuleId, SourceRule>>;

const ofAgents = {
  "agent-clock": agentClock,
  "agent-old": agentOld,
} satisfies Partial<Record<RuleId, AgentRule>>;

const ofChannels = { "channel-failing": channelFailing } satisfies Partial<Record<RuleId, ChannelRule>>;

const ofTokens = { "token-ends": tokenEnds } satisfies Partial<Record<RuleId, TokenRule>>;

/** What is known of a rule whatever it judges. */
type About = Omit<Rule<unknown>, "waits" | "tuning" | "timing" | "judge">;

/** A rule that is missing here does not compile. */
const rules: Readonly<Record<RuleId, About>> = {
  ...ofDeployments,
  ...ofSources,
  ...ofAgents,
  ...ofChannels,
  ...ofTokens,
};

/** What a rule is called, what it advises, and where its cause is looked for. */
export const ruleOf = (id: AnyRuleId) => (isBuiltIn(id) ? rules[id] : anyOwnRule);

/** What people may change about a rule. */
export function tunableRuleOf(id: RuleId): Pick<Rule<never>, "waits" | "tuning" | "condition"> {
  const all: readonly Named<Rule<never>>[] = [
    ...deploymentRules,
    ...sourceRules,
    ...agentRules,
    ...channelRules,
    ...tokenRules,
  ];
  return all.find((rule) => rule.id === id) ?? rules[id];
}

/** A rule with its id, and how it was written where an organization wrote or changed it. */
export type Named<R> = R & { id: AnyRuleId; written?: WrittenRule };

/** A function that judges nothing leaves the lists below out of its bundle. */
const named = <R>(some: Readonly<Partial<Record<RuleId, R>>>): Named<R>[] =>
  Object.entries(some).map(([id, rule]) => ({ ...rule, id: id as RuleId }));

export const deploymentRules: readonly Named<DeploymentRule>[] =
  /* @__PURE__ */ named<DeploymentRule>(ofDeployments);
export const sourceRules: readonly Named<SourceRule>[] = /* @__PURE__ */ named<SourceRule>(ofSources);
export const agentRules: readonly Named<AgentRule>[] = /* @__PURE__ */ named<AgentRule>(ofAgents);
export const channelRules: readonly Named<ChannelRule>[] = /* @__PURE__ */ named<ChannelRule>(ofChannels);
export const tokenRules: readonly Named<TokenRule>[] = /* @__PURE__ */ named<TokenRule>(ofTokens);
