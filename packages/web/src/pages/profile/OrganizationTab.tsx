import { People } from "./members/People.tsx";
import { OrganizationDetails } from "./OrganizationDetails.tsx";
import { OwnOrganization } from "./OwnOrganization.tsx";

export { loadOwnOrganization as loader } from "./OwnOrganization.tsx";

/** The person's organization and its members. */
export function Component() {
  return (
    <OwnOrganization>
      {(organization) => (
        <>
          <OrganizationDetails organization={organization} />
          <People members={organization?.members} />
        </>
      )}
    </OwnOrganization>
  );
}
