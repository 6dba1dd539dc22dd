import { useChosenOrganization } from "./chosen-organization.ts";
import { useMay, useUser } from "./session.ts";

/**
 * Whether a screen that the API has for one's own organization alone shows what was chosen. A super admin without an
 * organization who has chosen none reads there how to join one.
 */
export function useShowsOwn(): boolean {
  const organization = useChosenOrganization();
  const own = useUser()?.organization?.id;
  return !useMay("seeEveryOrganization") || organization === own;
}
