import { may, type Right } from "@shardwatch/core/contract/roles";
import type { User } from "@shardwatch/core/contract/user";
import { paths } from "../lib/paths.ts";
import { sourceTabs } from "../sources/kinds.ts";

/** A page that people can go to from anywhere. */
interface Destination {
  label: string;
  path: string;
  /** The right that the page needs. */
  right?: Right;
}

interface HeaderEntry extends Destination {
  /** Whether a narrow header has no room for it. Then the account menu has it. */
  wideOnly?: boolean;
}

export interface MenuEntry extends Destination {
  /** By which the menu, which is loaded later, finds its icon. */
  icon: "integrations" | "settings" | "keys";
  /** Whether a wide header has it already. */
  narrowOnly?: boolean;
}

const deployments: Destination = { label: "Deployments", path: paths.deployments() };
const integrations: Destination = { label: "Integrations", path: paths.integrations() };
const admin: Destination = { label: "Admin", path: paths.admin(), right: "useAdminArea" };

const header: readonly HeaderEntry[] = [deployments, { ...integrations, wideOnly: true }, admin];

const menu: readonly MenuEntry[] = [
  { ...integrations, icon: "integrations", narrowOnly: true },
  { label: "Settings", path: paths.profilePersonal(), icon: "settings" },
  { label: "API Keys", path: integrations.path, icon: "keys" },
];

/** Which tabs there are is known once the configuration is loaded. */
const palette = (): Destination[] => [
  deployments,
  admin,
  { ...admin, label: "Admin: Manage Accounts", path: paths.adminAccounts() },
  { ...admin, label: "Admin: Manage Organizations", path: paths.adminOrganizations() },
  integrations,
  ...sourceTabs().map(({ label, path }) => ({ label: `Integrations: ${label}`, path })),
  { label: "Profile", path: paths.profilePersonal() },
  { label: "Organization", path: paths.profileOrganization() },
];

/** Every list of pages in the frame, each with what the person may open. */
export function navigationFor(user: User) {
  const mayOpen = ({ right }: Destination) => right === undefined || may(user.roles, right);
  return {
    header: header.filter(mayOpen),
    menu: menu.filter(mayOpen),
    palette: palette().filter(mayOpen),
  };
}
