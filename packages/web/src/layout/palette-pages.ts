import type { User } from "@shardwatch/core/contract/user";
import { paths } from "../lib/paths.ts";
import { sourceTabs } from "../sources/index.ts";
import { type Destination, mayOpen } from "./navigation.ts";

const admin = { label: "Admin", path: paths.admin(), right: "useAdminArea" } as const;

/** The pages that the palette offers a person. The tabs depend on the configuration, which loads first. */
export function palettePagesFor(user: User): Destination[] {
  const pages: Destination[] = [
    { label: "Overview", path: paths.overview() },
    { label: "Deployments", path: paths.deployments() },
    { label: "Databases", path: paths.databases() },
    { label: "Incidents", path: paths.incidents() },
    { label: "Changes", path: paths.changes() },
    admin,
    { ...admin, label: "Admin: Manage Accounts", path: paths.adminAccounts() },
    { ...admin, label: "Admin: Manage Organizations", path: paths.adminOrganizations() },
    { label: "Sources", path: paths.integrations() },
    ...sourceTabs().map(({ label, path }) => ({ label: `Sources: ${label}`, path })),
    { label: "Profile", path: paths.profilePersonal() },
    { label: "Organization", path: paths.profileOrganization() },
    { label: "Audit", path: paths.profileAudit(), right: "manageOrganization" },
  ];
  return pages.filter((page) => mayOpen(user, page));
}
