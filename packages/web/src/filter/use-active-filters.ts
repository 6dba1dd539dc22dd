import { useQuery } from "@tanstack/react-query";
import type { Filter } from "@shardwatch/core/contract/filter/filter";
import { describe, type NameOf, type Part } from "@shardwatch/core/contract/filter/words";
import { organizationsQuery } from "../api/organizations.ts";
import { shortOrganization } from "./OrganizationField.tsx";

/** The parts of a filter in the words of the screen: organizations by their names. */
export function useActiveFilters(filter: Filter): Part[] {
  const { data } = useQuery({ ...organizationsQuery, enabled: filter.terms.has("org") });
  const nameOf: NameOf = (field, word) => {
    const name = field === "org" ? data?.find(({ id }) => id === word)?.name : undefined;
    return name === undefined ? undefined : shortOrganization(name);
  };
  return describe(filter, nameOf);
}
