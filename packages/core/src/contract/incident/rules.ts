/**
 * The rules that watch every organization, and what each watches, for people. Rows, files and addresses hold the ids, so
 * they do not change.
 */
export const ruleNames = {
  "memory-full": "Memory is nearly full",
  "evictions-begin": "Evictions begin",
  "license-ends": "A license ends",
  "certificate-ends": "A TLS certificate ends",
  "shards-full-ram": "RAM shards are nearly used up",
  "shards-full-flash": "Flash shards are nearly used up",
  unwell: "A deployment is not well",
  "database-unwell": "A database is not well",
  "persistence-failing": "A server can't save to its disk",
  "replica-lost": "A primary loses a replica",
  "replica-behind": "A replica falls behind",
  "known-vulnerability": "A version has known vulnerabilities",
  silent: "Nothing is reported",
  "source-failing": "An account's sync is failing",
  "agent-old": "An agent is of an old release",
  "agent-clock": "The clock of an agent is wrong",
  "key-unused": "An agent key is not used",
  "token-ends": "An API token ends",
  "channel-failing": "Messages do not arrive",
} as const;

export type RuleId = keyof typeof ruleNames;

/** The id of a rule that an organization wrote. */
export type OwnRuleId = `rul_${string}`;
export type AnyRuleId = RuleId | OwnRuleId;

export const isOwnRule = (id: string): id is OwnRuleId => id.startsWith("rul_");
export const isBuiltIn = (id: string): id is RuleId => Object.hasOwn(ruleNames, id);

/** What a rule judges in each deployment, where a screen can show it. "status" is the deployment's own. */
const ruleSubjects: Readonly<Partial<Record<RuleId, "memory" | "status" | "databaseStatus">>> = {
  "memory-full": "memory",
  unwell: "status",
  "database-unwell": "databaseStatus",
};

/** What a rule judges; undefined where no screen can show it, and for a rule that an organization wrote. */
export const subjectOfRule = (rule: AnyRuleId) => (isBuiltIn(rule) ? ruleSubjects[rule] : undefined);

/** What people call a rule where the name of one that an organization wrote is not known. */
export const nameOfRule = (rule: AnyRuleId): string =>
  isBuiltIn(rule) ? ruleNames[rule] : "a rule of your organization";

export const ruleIds = Object.keys(ruleNames) as RuleId[];
