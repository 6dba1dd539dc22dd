import { useLocation } from "react-router-dom";
import { choiceIn, withOrganization } from "../lib/address/choice.ts";
import { useMay } from "./session.ts";

/**
 * The organization that a super admin has chosen for all screens; undefined for all. Others have one organization, and
 * choose none.
 */
export function useChosenOrganization(): string | undefined {
  const { search } = useLocation();
  return useMay("seeEveryOrganization") ? choiceIn(search) : undefined;
}

/** Makes a link to a page keep the chosen organization, also a link to the page itself. */
export function useKeep(): (path: string) => string {
  const organization = useChosenOrganization();
  return (path) => withOrganization(path, organization);
}
