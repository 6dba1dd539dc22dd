import { useChosenOrganization } from "../session/chosen-organization.ts";
import { useOrganizationName } from "../session/organization-name.ts";
import { Foreign } from "../ui/text/Foreign.tsx";

/** The name of the organization that a super admin has chosen. Undefined for others, for all, and while it loads. */
export const useScopeName = (): string | undefined => useOrganizationName(useChosenOrganization());

/** After the sentence below a heading: whose rows the page shows. Nothing for people who have one organization. */
export function ScopeName() {
  const name = useScopeName();
  return (
    name !== undefined && (
      <>
        {" · "}
        <Foreign className="wrap-anywhere">{name}</Foreign>
      </>
    )
  );
}
