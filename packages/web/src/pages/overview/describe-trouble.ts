import { counted } from "../../lib/count.ts";
import { sourceNouns } from "../../sources/nouns.ts";
import type { SourceTrouble } from "./attention.ts";
import type { DeploymentFinding } from "./findings.ts";

/** What is wrong with a deployment, in the words of its source where it has some. */
export function reasonOf({ concern, deployment, facts }: DeploymentFinding): string {
  const { statusMessage, fullest, license } = deployment;
  switch (concern) {
    case "full":
    case "nearlyFull":
      return `${fullest ? `"${fullest.database}"` : "Its database"} uses ${(facts.utilization ?? 0).toFixed(1)}% of its limit`;
    case "overLimit":
      return `${(facts.shards ?? 0).toFixed(1)}% of the licensed shards are in use`;
    case "expired":
      return "Databases cannot be added or changed until a new license is installed";
    case "ending":
      return `The license expires ${inDays(facts.licenseDays ?? 0, license?.expirationDate ?? null)}`;
    default:
      return statusMessage ?? fallbacks[concern] ?? `Its source reports "${deployment.status}"`;
  }
}

const fallbacks: Partial<Record<DeploymentFinding["concern"], string>> = {
  unreachable: "Its source cannot connect to it",
  denied: "Its source may not read it",
  degraded: "Part of it does not work",
};

/** "in 9 days (2026-12-01)", or "today" with the date. */
export function inDays(days: number, date: string | null): string {
  const day = date === null ? "" : ` (${date.slice(0, 10)})`;
  return days === 0 ? `today${day}` : `in ${counted(days, "day")}${day}`;
}

const statuses: Record<SourceTrouble["status"], string> = {
  silent: "silent",
  denied: "Access denied",
  throttled: "throttled",
  partial: "incomplete",
  error: "failing",
};
export const statusOfSource = (status: SourceTrouble["status"]): string => statuses[status];

/** "Agent eu-1 is silent", "2 agents are silent", or why an account could not be read. */
export function reasonOfSource({ kind, status, reason, agents }: SourceTrouble): string {
  if (reason !== null) return reason;
  if (kind !== "agent") return status === "silent" ? "It could not be read" : "The last reading failed";
  const [agent, ...others] = agents;
  if (agent === undefined) return "Its agent is silent";
  return others.length === 0 ? `Agent ${agent} is silent` : `${counted(agents.length, "agent")} are silent`;
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
  const noun = sourceNouns[kind];
  const some = `${/^[aeiou]/i.test(noun) ? "An" : "A"} ${noun}`;
  return organization === undefined ? some : `${some} of ${organization}`;
}
