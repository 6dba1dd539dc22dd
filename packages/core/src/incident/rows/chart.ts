import type { IncidentChart } from "../../contract/incident/incident.ts";
import { listedMembers } from "../../contract/incident/words.ts";
import { ruleOf } from "../rules/rules.ts";
import { type IncidentRecord, isDeployment, type Member } from "./record.ts";

/**
 * Whether a value names a database without its id, as in rows of 0.4.0. The sum of all databases would show something
 * else than the rule has judged.
 */
const isOfUnknownDatabase = ({ value, database }: Member) =>
  database === undefined && value !== null && / of its limit in /.test(value);

/** What of the past of its deployments shows an incident. Undefined where nothing does. */
export function chartOf({ members }: Pick<IncidentRecord, "members">): IncidentChart | undefined {
  const first = members.find((member) => isDeployment(member) && ruleOf(member.rule).chart);
  const chart = first && ruleOf(first.rule).chart;
  if (!chart) return undefined;
  const shown = members.filter(
    (member) => isDeployment(member) && member.rule === first.rule && !isOfUnknownDatabase(member),
  );
  if (shown.length === 0) return undefined;
  return {
    metric: chart.metric,
    thresholds: [...chart.thresholds].map(([severity, value]) => ({ severity, value })),
    deployments: shown.slice(0, listedMembers).map(({ id, name, database }) => ({
      id,
      name,
      ...(database !== undefined && { database }),
    })),
  };
}
