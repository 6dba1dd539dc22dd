import { Link, NavLink } from "react-router-dom";
import type { User } from "@shardwatch/core/contract/user";
import { paths } from "../lib/paths.ts";
import { AccountMenu } from "./AccountMenu.tsx";
import { EnvironmentBanner } from "./EnvironmentBanner.tsx";
import { Feedback } from "./Feedback.tsx";
import { LogoMark } from "./Logo.tsx";
import { navigationFor } from "./navigation.ts";
import { NotificationsBell } from "./NotificationsBell.tsx";
import { Palette } from "./Palette.tsx";
import { SessionTrouble } from "./SessionTrouble.tsx";

function NavItem({ to, children }: { to: string; children: string }) {
  return (
    <NavLink
      to={to}
      className="flex h-8 items-center rounded-md px-1.5 font-medium text-muted hover:bg-hover hover:text-ink aria-[current=page]:bg-hover aria-[current=page]:text-ink sm:px-2"
    >
      {children}
    </NavLink>
  );
}

/** The header of every page behind the sign-in. */
export function Header({ user }: { user: User }) {
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface">
      <EnvironmentBanner />
      <div className="mx-auto flex h-12 max-w-[105rem] items-center gap-1 px-3 sm:gap-2 sm:px-6">
        <Link
          to={paths.deployments()}
          className="flex items-center gap-2 rounded-sm font-semibold tracking-tight"
        >
          <LogoMark />
          <span className="sr-only md:not-sr-only">Shardwatch</span>
        </Link>
        <nav aria-label="Main" className="flex items-center gap-0.5">
          {navigationFor(user).header.map(({ label, path, wideOnly }) => (
            <span key={path} className={wideOnly ? "hidden sm:block" : ""}>
              <NavItem to={path}>{label}</NavItem>
            </span>
          ))}
        </nav>
        <div className="ml-auto flex min-w-0 items-center gap-0.5 sm:gap-2">
          <Palette user={user} />
          <Feedback user={user} />
          <NotificationsBell />
          <span className="ml-1 hidden min-w-0 truncate text-sm text-muted md:block">{user.email}</span>
          <AccountMenu user={user} />
        </div>
      </div>
      <SessionTrouble />
    </header>
  );
}
