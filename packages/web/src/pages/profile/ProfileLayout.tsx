import { Outlet } from "react-router-dom";
import { PageHeading } from "../../layout/PageHeading.tsx";
import { paths } from "../../lib/paths.ts";
import { refetchUser } from "../../session/refetch-user.ts";
import { TabLinks } from "../../ui/TabLinks.tsx";

/** The session remembers somebody as they were at its start; here they are shown, so it is asked again. */
export function loader() {
  void refetchUser();
  return null;
}

/** What the tabs of the profile share. */
export function Component() {
  return (
    <>
      <PageHeading heading="Profile Settings" />
      <TabLinks
        label="Profile"
        tabs={[
          { to: paths.profilePersonal(), label: "Personal" },
          { to: paths.profileOrganization(), label: "Organization" },
        ]}
      />
      <Outlet />
    </>
  );
}
