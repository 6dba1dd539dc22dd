import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { subjectOfRule } from "@shardwatch/core/contract/incident/rules";
import { incidentSeverities, listedMembers, mostMembers } from "@shardwatch/core/contract/incident/words";
import type { SourceState } from "@shardwatch/core/contract/source/state";
import { isSilenced } from "../../incidents/states.ts";
import { paths } from "../../lib/address/paths.ts";
import { counted, formatCount } from "../../lib/words/count.ts";
import { keyOf } from "../../lib/words/deployment-key.ts";
import { listOf } from "./question.ts";

interface Attention {
  /** The open incidents of warning and critical: the most urgent first, and of those the oldest. */
  urgent: readonly Incident[];
  /** All that are silenced, as their list shows them. */
  silenced: readonly Incident[];
}

/** What needs attention, and what is silenced. */
export function attentionIn(incidents: readonly Incident[]): Attention {
  const urgent = incidents.filter((one) => one.severity !== "info" && !isSilenced(one));
  return {
    urgent: urgent.toSorted(byUrgencyAndAge),
    silenced: incidents.filter((one) => isSilenced(one)),
  };
}

const rank = ({ severity }: Incident) => incidentSeverities.indexOf(severity);
const byUrgencyAndAge = (one: Incident, other: Incident) =>
  rank(one) - rank(other) || Date.parse(one.since) - Date.parse(other.since);

const isDeployment = ({ id }: { id: string }) => id.startsWith("dep_");

/**
 * The deployments that an incident concerns, as a link. Undefined where it concerns none. One leads to its page and few
 * to exactly their rows. More than a filter can name are on the incident's page.
 */
export function concernedBy(
  { id, organizationId, affected: { count, first } }: Incident,
  organization: string | undefined,
): { to: string; text: string } | undefined {
  const [only] = first;
  if (!only || !first.every(isDeployment)) return undefined;
  if (count === 1) {
    const of = organization === undefined ? undefined : organizationId;
    return { to: paths.deployment(only.id, "", of), text: only.name };
  }
  const ids = first.map((member) => member.id).join(",");
  return {
    to: count <= listedMembers ? listOf(`id=${ids}`, organization) : paths.incident(id, organization),
    text: `${counted(count, "deployment")}${count < mostMembers ? "" : " or more"}`,
  };
}

/** What sources say about what is wrong. */
export interface Words {
  sources: readonly SourceState[];
  /** What the source says of a deployment, by `keyOf`. */
  messages: ReadonlyMap<string, string>;
}

/** Why, in the words of the source where it has some. Where the title says it, the first sentence of the advice. */
export function reasonOf(
  { organizationId, rule, cause, title, affected: { count, first }, advice }: Incident,
  { sources, messages }: Words,
): string | undefined {
  const error = sources.find(({ id }) => id === cause.id)?.lastError;
  if (error != null) return withoutPeriod(error);
  const [member] = first;
  if (!member) return undefined;
  const { id, name, value } = member;
  // What the source says of the status is no reason of anything else.
  const isOfStatus = ["status", "databaseStatus"].includes(subjectOfRule(rule) ?? "");
  const message = isOfStatus ? messages.get(keyOf({ id, organizationId })) : undefined;
  const said = message ?? (value !== null && !title.includes(value) ? value : undefined);
  const text = said ?? advice?.text.split(". ")[0];
  if (count === 1) return text && withoutPeriod(text);
  const others = ` and ${formatCount(count - 1)} more`;
  return said === undefined ? `${name}${others}` : `${name}: ${withoutPeriod(said)};${others}`;
}

/** Reasons are lines of a list, which end without a period. */
const withoutPeriod = (text: string) => text.replace(/\.$/, "");
