import type { Role } from "@shardwatch/core/contract/roles";
import { roleLooks } from "./roles.ts";

/** Roles by icon, word and colour, in the given order. */
export function RoleBadges({ roles }: { roles: readonly Role[] }) {
  return (
    <ul className="flex flex-wrap gap-1.5">
      {roles.map((role) => {
        const { label, icon: Icon, tone } = roleLooks[role];
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
