import { OwnOrganization } from "../OwnOrganization.tsx";
import { People } from "./People.tsx";

export { loadOwnOrganization as loader } from "../OwnOrganization.tsx";

/** The members of the person's organization alone. Its own tab has them, too, as the specification says. */
export function Component() {
  return <OwnOrganization>{(organization) => <People members={organization?.members} />}</OwnOrganization>;
}
