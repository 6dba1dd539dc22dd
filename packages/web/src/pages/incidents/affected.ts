import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { filterOf } from "@shardwatch/core/contract/filter/filter";
import { queryText } from "@shardwatch/core/contract/filter/format";
import { writeFilter } from "../../filter/address.ts";
import { paths } from "../../lib/address/paths.ts";
import { parameters } from "../../lib/address/urls.ts";

/** As many values as a field of a filter can have. */
const mostValues = 20;

/** Whether a member is a deployment. Others are integrations, agents and keys. */
export const isDeployment = (id: string): boolean => id.startsWith("dep_");

/**
 * The address of the list with the deployments of an incident. Undefined where it concerns no deployment. More than a
 * filter can name are found by what reports them, or as all that are in an incident.
 */
export function affectedIn(
  { affected, cause }: Pick<Incident, "affected" | "cause">,
  organization: string | undefined,
): string | undefined {
  const ids = affected.first.map(({ id }) => id).filter(isDeployment);
  if (ids.length === 0) return undefined;
  const isAll = ids.length === affected.count && ids.length <= mostValues;
  const reports = cause.id !== null && ["source", "key", "agent"].includes(cause.kind) ? cause.id : undefined;
  const term = isAll
    ? (["id", ids] as const)
    : reports !== undefined
      ? (["via", [reports]] as const)
      : (["incident", ["open"]] as const);
  const [field, words] = term;
  const filter = filterOf("", new Map([[field, { any: words.map((word) => ({ word })), none: [] }]]));
  const query = writeFilter(new URLSearchParams(), filter);
  if (organization !== undefined) query.set(parameters.organization, organization);
  return paths.deployments(`?${queryText(query)}`);
}
