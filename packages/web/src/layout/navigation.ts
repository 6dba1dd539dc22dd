import { may, type Right } from "@shardwatch/core/contract/roles";
import type { User } from "@shardwatch/core/contract/user";
import {
  Clock,
  Database,
  LayoutDashboard,
  Lock,
  type LucideIcon,
  RadioTower,
  Server,
  TriangleAlert,
} from "lucide-react";
import { paths } from "../lib/paths.ts";

/** A page that can be reached from anywhere. */
export interface Destination {
  label: string;
  path: string;
  /** The right that the page needs. */
  right?: Right;
}

/** An entry of the rail. */
export interface RailEntry extends Destination {
  icon: LucideIcon;
  /** The key that opens the page after "g". */
  goKey: string;
  /** Whether the number of open incidents is beside the label. */
  counts?: boolean;
}

const rail: readonly RailEntry[] = [
  { label: "Overview", path: paths.overview(), icon: LayoutDashboard, goKey: "o" },
  { label: "Deployments", path: paths.deployments(), icon: Server, goKey: "d" },
  { label: "Databases", path: paths.databases(), icon: Database, goKey: "b" },
  { label: "Incidents", path: paths.incidents(), icon: TriangleAlert, goKey: "i", counts: true },
  { label: "Changes", path: paths.changes(), icon: Clock, goKey: "c" },
  { label: "Sources", path: paths.integrations(), icon: RadioTower, goKey: "s" },
  { label: "Admin", path: paths.admin(), icon: Lock, goKey: "a", right: "useAdminArea" },
];

/** Whether a person has the right that a page needs. */
export const mayOpen = ({ roles }: User, { right }: Destination) => !right || may(roles, right);

/** The pages in the rail that a person may open. */
export const railFor = (user: User) => rail.filter((entry) => mayOpen(user, entry));

/** Whether a person is in the admin area, which has a rail of its own. */
export const isInAdminArea = ({ roles }: User, pathname: string) =>
  /^\/admin(\/|$)/.test(pathname) && may(roles, "useAdminArea");
