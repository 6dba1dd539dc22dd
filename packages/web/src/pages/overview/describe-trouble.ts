import { isRead } from "@shardwatch/core/contract/source/source";
import { day } from "../../lib/time/absolute-time.ts";
import { counted } from "../../lib/words/count.ts";
import { nounOf } from "../../sources/index.ts";
import type { SourceTrouble } from "./attention.ts";
import type { DeploymentFinding } from "./findings.ts";

/** What is wrong with a deployment, in the words of its source where it has some. */
export function reasonOf({ concern, deployment, facts }: DeploymentFinding): string {
  const { statusMessage, fullest, license } = deployment;
  switch (concern) {
    case "full":
    case "nearlyFull":
      return `${fullest ? `"${fullest.database}"` : "Database"} is at ${(facts.utilization ?? 0).toFixed(1)}% of its memory limit`;
    case "unsaved":
      return "It can't save to its disk, and refuses writes";
    case "overLimit":
      return `Using ${(facts.shards ?? 0).toFixed(1)}% of its licensed shards`;
    case "expired":
      return "You can't add or change databases until you install a new license";
    case "ending":
      return `The license expires ${inDays(facts.licenseDays ?? 0, license?.expirationDate ?? null)}`;
    default:
      return withoutPeriod(
        statusMessage ?? fallbacks[concern] ?? `The source reports "${deployment.status}"`,
      );
  }
}

const fallbacks: Partial<Record<DeploymentFinding["concern"], string>> = {
  unreachable: "The source can't connect to it",
  denied: "The source doesn't have permission to read it",
  down: "The cluster is down",
  degraded: "Part of the deployment isn't working",
};

/** Reasons are lines of a list, which end without a period. */
const withoutPeriod = (text: string) => text.replace(/\.$/, "");

function inDays(days: number, date: string | null): string {
  const on = date === null ? "" : ` (${day(date)})`;
  return days === 0 ? `today${on}` : `in ${counted(days, "day")}${on}`;
}

const statuses: Record<SourceTrouble["status"], string> = {
  silent: "silent",
  denied: "Access denied",
  throttled: "throttled",
  partial: "incomplete",
  error: "failing",
};
export const statusOfSource = (status: SourceTrouble["status"]): string => statuses[status];

/** "Agent eu-1 has stopped reporting", "2 agents have stopped reporting", or why an account could not be read. */
export function reasonOfSource({ kind, status, reason, agents }: SourceTrouble): string {
  if (reason !== null) return withoutPeriod(reason);
  if (isRead(kind)) return status === "silent" ? "Couldn't sync" : "The last sync failed";
  const [agent, ...others] = agents;
  if (agent === undefined) return "The agent has stopped reporting";
  return others.length === 0
    ? `Agent ${agent} has stopped reporting`
    : `${counted(agents.length, "agent")} have stopped reporting`;
}

/**
 * The name of a source. Where it is not known, its kind and its organization.
 * @param organization the name of its organization, if that is known
 */
export function nameOfSource(
  { kind, name }: Pick<SourceTrouble, "kind" | "name">,
  organization: string | undefined,
): string {
  if (name !== undefined) return name;
  const some = nounOf(kind);
  return organization === undefined ? some : `${some} in ${organization}`;
}
