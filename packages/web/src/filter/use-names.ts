import { useQuery } from "@tanstack/react-query";
import type { FieldName } from "@shardwatch/core/contract/filter/fields";
import type { NameOf } from "@shardwatch/core/contract/filter/words";
import { deploymentSources } from "@shardwatch/core/contract/source/source";
import { useNamedSources } from "../sources/named-sources.ts";
import { organizationsQuery } from "../api/people/organizations.ts";
import { shortOrganization } from "./organization-label.ts";

const noSources = [] as const;

/** The names of organizations and of sources, for values that are ids. Only those of these fields are loaded. */
export function useNames(fields: Pick<ReadonlySet<FieldName>, "has">): NameOf {
  const { data } = useQuery({ ...organizationsQuery, enabled: fields.has("org") });
  const sourceOf = useNamedSources(fields.has("via") ? deploymentSources : noSources);
  return (field, word) => {
    if (field === "via") return sourceOf(word)?.name;
    const name = field === "org" ? data?.find(({ id }) => id === word)?.name : undefined;
    return name === undefined ? undefined : shortOrganization(name);
  };
}
