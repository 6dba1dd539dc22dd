import { useQuery } from "@tanstack/react-query";
import { organizationQuery } from "../api/people/organization.ts";
import { organizationsQuery } from "../api/people/organizations.ts";
import { useUser } from "./session.ts";

/**
 * The name of an organization, for super admins. Undefined while it loads, and the id where it is not known. The list of
 * organizations is used when a screen has loaded it, and never asked for.
 */
export function useOrganizationName(id: string | undefined): string | undefined {
  const own = useUser()?.organization;
  const { data: listed, isFetching } = useQuery({ ...organizationsQuery, enabled: false });
  const known = own?.id === id ? own : listed?.find((each) => each.id === id);
  const isAsked = id !== undefined && known === undefined && !isFetching;
  const { data, isError } = useQuery({
    ...organizationQuery(id ?? ""),
    enabled: isAsked,
    staleTime: Infinity,
  });
  return known?.name ?? data?.name ?? (isError ? id : undefined);
}
