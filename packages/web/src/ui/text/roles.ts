import { Eye, type LucideIcon, ShieldCheck, UserCog } from "lucide-react";
import type { Role } from "@shardwatch/core/contract/people/roles";

interface RoleStyle {
  label: string;
  icon: LucideIcon;
  tone: string;
  /** The purpose of the role, as a sentence. */
  help: string;
}

/** The label and look of every role. */
export const roleStyles: Readonly<Record<Role, RoleStyle>> = {
  SUPER_ADMIN: {
    label: "Super Admin",
    icon: ShieldCheck,
    tone: "bg-admin-soft text-admin",
    help: "Super admins can see and change everything.",
  },
  ORG_ADMIN: {
    label: "Org Admin",
    icon: UserCog,
    tone: "bg-selected text-accent",
    help: "Org admins manage their own organization.",
  },
  VIEWER: {
    label: "Viewer",
    icon: Eye,
    tone: "bg-track text-ink",
    help: "Viewers see deployments and can add sources.",
  },
};
