import type { Incident } from "@shardwatch/core/contract/incident/incident";
import { type FieldName, fields } from "@shardwatch/core/contract/filter/fields";
import type { Term } from "@shardwatch/core/contract/filter/value";
import { filterOf } from "@shardwatch/core/contract/filter/filter";
import { queryText } from "@shardwatch/core/contract/filter/format";
import { versionOfKey } from "@shardwatch/core/contract/support/worst";
import { writeFilter } from "../../filter/address.ts";
import { paths } from "../../lib/address/paths.ts";
import { parameters } from "../../lib/address/urls.ts";

/** As many values as a field of a filter can have. */
const mostValues = 20;

/** The version that an incident is about; undefined for any other cause. */
export const versionIn = ({ cause: { kind, id } }: Pick<Incident, "cause">) =>
  kind === "version" && id !== null ? versionOfKey(id) : undefined;

/** Whether a member is a deployment. Others are integrations, agents and keys. */
export const isDeployment = (id: string): boolean => id.startsWith("dep_");

function termOf(field: FieldName, texts: readonly string[]): Term {
  const any = texts.flatMap((text) => {
    const value = fields[field].read(text);
    return "fault" in value ? [] : [value];
  });
  return { any, none: [] };
}

/**
 * The address of the list with the deployments of an incident. Undefined where it concerns no deployment. More than a
 * filter can name are found by what reports them, by their version, or as all that are in an incident.
 */
export function affectedIn(
  { affected, cause }: Pick<Incident, "affected" | "cause">,
  organization: string | undefined,
): string | undefined {
  const ids = affected.first.map(({ id }) => id).filter(isDeployment);
  if (ids.length === 0) return undefined;
  const isAll = ids.length === affected.count && ids.length <= mostValues;
  const reports = cause.id !== null && ["source", "key", "agent"].includes(cause.kind) ? cause.id : undefined;
  const version = versionIn({ cause });
  const terms: readonly (readonly [FieldName, readonly string[]])[] = isAll
    ? [["id", ids]]
    : reports !== undefined
      ? [["via", [reports]]]
      : version
        ? [
            ["engine", [version.engine]],
            ["version", [version.version]],
            ["cve", ["critical", "high"]],
          ]
        : [["incident", ["open"]]];
  const filter = filterOf("", new Map(terms.map(([field, texts]) => [field, termOf(field, texts)])));
  const query = writeFilter(new URLSearchParams(), filter);
  if (organization !== undefined) query.set(parameters.organization, organization);
  return paths.deployments(`?${queryText(query)}`);
}
