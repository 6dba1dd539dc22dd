import type { Role } from "@shardwatch/core/contract/people/roles";
import { roleStyles } from "./roles.ts";

interface RoleBadgesProps {
  roles: readonly Role[];
  /** Whether they are in a table, whose cards have their values at the end of the line. */
  inTable?: boolean;
}

/** Roles by icon, word and colour, in the given order. */
export function RoleBadges({ roles, inTable = false }: RoleBadgesProps) {
  return (
    <ul className={`flex flex-wrap gap-1.5 ${inTable ? "max-md:justify-end" : ""}`}>
      {roles.map((role) => {
        const { label, icon: Icon, tone } = roleStyles[role];
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
