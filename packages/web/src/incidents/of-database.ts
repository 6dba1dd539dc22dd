import { concernOfStatus, isActive } from "@shardwatch/core/contract/filter/severity";
import type { Database } from "@shardwatch/core/contract/deployment/deployment";
import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { subjectOfRule } from "@shardwatch/core/contract/incident/rules";
import { memoryOfDatabase } from "../lib/words/database-memory.ts";
import { databaseName } from "../lib/words/database-name.ts";
import { membersOf } from "./by-deployment.ts";

/** How an incident concerns a database: it is about it, or about all of its deployment. */
export type Concerned = "itself" | "deployment";

interface RuleOfDatabases {
  /** Finds the database in what the rule saw. It names one; others may be like it. */
  named: RegExp;
  isLike: (database: Database) => boolean;
}

/** The rules that watch each database. The name in what they saw is the only trace of the database. */
const rulesOfDatabases = {
  memory: {
    // Older values have a space before the percent sign.
    named: /^[\d.]+ ?% of its limit in (?<name>.*)$/s,
    isLike: (database) => memoryOfDatabase(database).level !== "ok",
  },
  databaseStatus: {
    named: /^(?<name>.*) is .*$/s,
    isLike: ({ status }) => !isActive(status) && concernOfStatus(status) !== "pending",
  },
  status: undefined,
} as const satisfies Record<string, RuleOfDatabases | undefined>;

/**
 * How an open incident concerns a database. Undefined when it does not.
 * @param deployment that of the database, with the number of its databases
 */
export function concernedBy(
  incident: Incident,
  deployment: { id: string; databases: readonly Database[] },
  database: Database,
): Concerned | undefined {
  if (!membersOf(incident).includes(deployment.id)) return undefined;
  const subject = subjectOfRule(incident.rule);
  const rule = subject && rulesOfDatabases[subject];
  if (!rule) return "deployment";
  if (deployment.databases.length === 1 || rule.isLike(database)) return "itself";
  const seen = incident.affected.first.find(({ id }) => id === deployment.id)?.value ?? "";
  return rule.named.exec(seen)?.groups?.["name"] === databaseName(database) ? "itself" : undefined;
}
