import type { RuleId } from "@shardwatch/core/contract/incident-words";

/** What each rule watches, for people. */
export const ruleNames: Readonly<Record<RuleId, string>> = {
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
  silent: "Nothing is reported",
  "source-failing": "An account can't be read",
  "agent-old": "An agent is of an old release",
  "agent-clock": "The clock of an agent is wrong",
  "key-unused": "An agent key is not used",
  "channel-failing": "Messages do not arrive",
};
