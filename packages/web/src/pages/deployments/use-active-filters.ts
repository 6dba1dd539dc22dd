import { useQuery } from "@tanstack/react-query";
import { organizationsQuery } from "../../api/organizations.ts";
import { shortOrganization } from "./FilterFields.tsx";
import { typeChoices } from "./types.ts";
import type { View } from "./view.ts";

export interface ActiveFilter {
  name: string;
  value: string;
  /** The change of the view that removes it. */
  without: Partial<View>;
}

/** The active filters, in the words of the screen. */
export function useActiveFilters({ search, type, organization }: View): ActiveFilter[] {
  const { data: organizations } = useQuery({ ...organizationsQuery, enabled: organization !== undefined });
  const filters: ActiveFilter[] = [];
  if (search) filters.push({ name: "Search", value: search, without: { search: "" } });
  if (type) {
    const value = typeChoices.find((choice) => choice.value === type)?.label ?? type;
    filters.push({ name: "Type", value, without: { type: undefined } });
  }
  if (organization) {
    const name = organizations?.find(({ id }) => id === organization)?.name ?? organization;
    filters.push({
      name: "Organization",
      value: shortOrganization(name),
      without: { organization: undefined },
    });
  }
  return filters;
}
