import { may, type Right } from "@shardwatch/core/contract/people/roles";
import type { User } from "@shardwatch/core/contract/people/user";
import {
  CalendarClock,
  Clock,
  Database,
  LayoutDashboard,
  Lock,
  type LucideIcon,
  RadioTower,
  Server,
  Settings,
  TriangleAlert,
} from "lucide-react";
import type { FixedPage } from "../../lib/address/paths.ts";
import { patterns, rights, screenAt } from "../../lib/address/urls.ts";

/** A page that can be reached from anywhere. */
export interface Destination {
  label: string;
  path: string;
  /** The right that the page needs. */
  right?: Right | undefined;
}

/** An entry of the rail. */
export interface RailEntry extends Destination {
  icon: LucideIcon;
  /** The key that opens the page after "g". */
  goKey: string;
  /** Whether the number of open incidents is beside the label. */
  counts?: boolean;
}

/** Pages with their paths and the rights that they need. */
export const destinations = <Details>(pages: Readonly<Partial<Record<FixedPage, Details>>>) =>
  (Object.entries(pages) as [FixedPage, Details][]).map(([page, details]) => ({
    path: patterns[page],
    right: rights[page],
    ...details,
  }));

/** The pages about the deployments, in the order of the rail and of the palette. */
export const productPages: readonly RailEntry[] = destinations({
  overview: { label: "Overview", icon: LayoutDashboard, goKey: "o" },
  deployments: { label: "Deployments", icon: Server, goKey: "d" },
  databases: { label: "Databases", icon: Database, goKey: "b" },
  incidents: { label: "Incidents", icon: TriangleAlert, goKey: "i", counts: true },
  outlook: { label: "Outlook", icon: CalendarClock, goKey: "l" },
  changes: { label: "Changes", icon: Clock, goKey: "c" },
});

const rail: readonly RailEntry[] = [
  ...productPages,
  ...destinations({
    sources: { label: "Sources", icon: RadioTower, goKey: "s" },
    profile: { label: "Settings", icon: Settings, goKey: "t" },
    admin: { label: "Admin", icon: Lock, goKey: "a" },
  }),
];

/** Whether a person has the right that a page needs. */
export const mayOpen = ({ roles }: User, { right }: Destination) => !right || may(roles, right);

/** The pages in the rail that a person may open. */
export const railFor = (user: User) => rail.filter((entry) => mayOpen(user, entry));

/**
 * The page among whose people look for the one at an address. The address of a database is below its deployment's, and
 * sources are managed at an address of their own.
 */
function pageOf(pathname: string): string {
  if (screenAt({ pathname, search: "" }).kind === "database") return patterns.databases;
  return pathname.startsWith(patterns.integrations) ? patterns.sources : pathname;
}

/**
 * Whether the page at an address is that of an entry, or below it.
 * @param end whether the pages below the entry's do not count
 */
export function isCurrent(path: string, pathname: string, end: boolean): boolean {
  const page = pageOf(pathname);
  return page === path || (!end && page.startsWith(`${path}/`));
}

/** Whether an address is one of the settings, whose pages the rail lists then. */
export const isInSettings = (pathname: string): boolean => isCurrent(patterns.profile, pathname, false);

/** Whether a person is in the admin area, which has a rail of its own. */
export const isInAdminArea = ({ roles }: User, pathname: string) =>
  /^\/admin(\/|$)/.test(pathname) && may(roles, "useAdminArea");
