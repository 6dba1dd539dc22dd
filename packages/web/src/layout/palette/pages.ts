import type { User } from "@shardwatch/core/contract/people/user";
import { sourceTabs } from "../../sources/index.ts";
import { type Destination, destinations, mayOpen, productPages } from "../rail/navigation.ts";

/** The pages that the palette offers a person. The tabs depend on the configuration, which loads first. */
export function palettePagesFor(user: User): Destination[] {
  const pages: Destination[] = [
    ...productPages,
    ...destinations({
      incidentRules: { label: "Incidents: Rules" },
      admin: { label: "Admin" },
      adminAccounts: { label: "Admin: Manage Accounts" },
      adminOrganizations: { label: "Admin: Manage Organizations" },
      integrations: { label: "Sources" },
    }),
    ...sourceTabs().map(({ label, path }) => ({ label: `Sources: ${label}`, path })),
    ...destinations({
      profilePersonal: { label: "Profile" },
      profileOrganization: { label: "Organization" },
      profileAudit: { label: "Audit" },
    }),
  ];
  return pages.filter((page) => mayOpen(user, page));
}
