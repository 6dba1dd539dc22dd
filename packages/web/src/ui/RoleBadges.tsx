import { Eye, type LucideIcon, ShieldCheck, UserCog } from "lucide-react";
import type { Role } from "@shardwatch/core/contract/roles";

const looks: Record<Role, { label: string; icon: LucideIcon; tone: string }> = {
  SUPER_ADMIN: { label: "Super Admin", icon: ShieldCheck, tone: "bg-accent text-on-accent" },
  ORG_ADMIN: { label: "Org Admin", icon: UserCog, tone: "bg-good-soft text-good" },
  VIEWER: { label: "Viewer", icon: Eye, tone: "bg-track text-ink" },
};

/** Roles by icon, word and colour, in the order given. */
export function RoleBadges({ roles }: { roles: readonly Role[] }) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {roles.map((role) => {
        const { label, icon: Icon, tone } = looks[role];
        return (
          <li
            key={role}
            className={`inline-flex h-6 items-center gap-1.5 rounded-sm px-1.5 text-xs font-medium whitespace-nowrap ${tone}`}
          >
            <Icon aria-hidden className="size-3.5 shrink-0" />
            {label}
          </li>
        );
      })}
    </ul>
  );
}
