import { Eye, type LucideIcon, ShieldCheck, UserCog } from "lucide-react";
import type { Role } from "@shardwatch/core/contract/roles";

/** The look of every role. Its words are in the contract. */
export const roleLooks: Readonly<Record<Role, { icon: LucideIcon; tone: string }>> = {
  SUPER_ADMIN: { icon: ShieldCheck, tone: "bg-admin-soft text-admin" },
  ORG_ADMIN: { icon: UserCog, tone: "bg-selected text-accent" },
  VIEWER: { icon: Eye, tone: "bg-track text-ink" },
};
