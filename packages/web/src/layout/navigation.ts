import { may, type Right } from "@shardwatch/core/contract/roles";
import type { User } from "@shardwatch/core/contract/user";
import { paths } from "../lib/paths.ts";
import { sourceTabs } from "../sources/kinds.ts";

/** A page that can be reached from anywhere. */
interface Destination {
  label: string;
  path: string;
  /** The right that the page needs. */
  right?: Right;
}

interface HeaderEntry extends Destination {
  /** Whether a narrow header leaves it out. The account menu has it then. */
  wideOnly?: boolean;
}

export interface MenuEntry extends Destination {
  /** The menu is loaded later and finds its icon by this. */
  icon: "overview" | "databases" | "integrations" | "settings" | "keys";
  /** Whether a wide header already has it. */
  narrowOnly?: boolean;
}

const overview: Destination = { label: "Overview", path: paths.overview() };
const deployments: Destination = { label: "Deployments", path: paths.deployments() };
const databases: Destination = { label: "Databases", path: paths.databases() };
const integrations: Destination = { label: "Integrations", path: paths.integrations() };
const admin: Destination = { label: "Admin", path: paths.admin(), right: "useAdminArea" };

const header: readonly HeaderEntry[] = [
  { ...overview, wideOnly: true },
  deployments,
  { ...databases, wideOnly: true },
  { ...integrations, wideOnly: true },
  admin,
];

const menu: readonly MenuEntry[] = [
  { ...overview, icon: "overview", narrowOnly: true },
  { ...databases, icon: "databases", narrowOnly: true },
  { ...integrations, icon: "integrations", narrowOnly: true },
  { label: "Settings", path: paths.profilePersonal(), icon: "settings" },
  { label: "API Keys", path: integrations.path, icon: "keys" },
];

/** The tabs depend on the configuration, so they are read after it is loaded. */
const palette = (): Destination[] => [
  overview,
  deployments,
  databases,
  admin,
  { ...admin, label: "Admin: Manage Accounts", path: paths.adminAccounts() },
  { ...admin, label: "Admin: Manage Organizations", path: paths.adminOrganizations() },
  integrations,
  ...sourceTabs().map(({ label, path }) => ({ label: `Integrations: ${label}`, path })),
  { label: "Profile", path: paths.profilePersonal() },
  { label: "Organization", path: paths.profileOrganization() },
];

/** Every list of pages in the frame, filtered by the person's rights. */
export function navigationFor(user: User) {
  const mayOpen = ({ right }: Destination) => right === undefined || may(user.roles, right);
  return {
    header: header.filter(mayOpen),
    menu: menu.filter(mayOpen),
    palette: palette().filter(mayOpen),
  };
}
