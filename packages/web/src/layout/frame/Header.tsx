import { Link, useLocation } from "react-router-dom";
import type { User } from "@shardwatch/core/contract/people/user";
import { paths } from "../../lib/address/paths.ts";
import { useMedia } from "../../lib/browser/use-media.ts";
import { wideWindow } from "../../lib/browser/wide-window.ts";
import { Foreign } from "../../ui/text/Foreign.tsx";
import { AccountMenu } from "./AccountMenu.tsx";
import { DrawerButton } from "../rail/DrawerButton.tsx";
import { EnvironmentBanner } from "./EnvironmentBanner.tsx";
import { Feedback } from "./Feedback.tsx";
import { LogoMark } from "./Logo.tsx";
import { isInAdminArea } from "../rail/navigation.ts";
import { NotificationsBell } from "../bell/NotificationsBell.tsx";
import { Palette } from "../palette/Palette.tsx";
import { RailNavigation } from "../rail/RailNavigation.tsx";
import { SessionTrouble } from "./SessionTrouble.tsx";
import { Shortcuts } from "../palette/Shortcuts.tsx";

/** Where the person is: their organization, or the admin area. It is in the rail where the rail has names. */
function Whereabouts({ user, inAdminArea }: { user: User; inAdminArea: boolean }) {
  const name = user.organization?.name;
  return (
    <p
      title={inAdminArea ? undefined : name}
      className={`min-w-0 truncate font-medium lg:fixed lg:top-12 lg:left-0 lg:w-(--rail) lg:px-4.5 ${inAdminArea ? "text-admin" : ""}`}
    >
      {inAdminArea ? "Admin area" : name && <Foreign>{name}</Foreign>}
    </p>
  );
}

/** The header of every page behind the sign-in: a bar, and the rail at the left of the page. */
export function Header({ user }: { user: User }) {
  const inAdminArea = isInAdminArea(user, useLocation().pathname);
  const wide = useMedia(wideWindow);
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface pl-(--rail)">
      <EnvironmentBanner />
      <div className="flex h-12 max-w-[105rem] items-center gap-1 px-1 md:gap-4 md:px-4 lg:px-6">
        {!wide && <DrawerButton user={user} />}
        <div className="border-line md:fixed md:inset-y-0 md:left-0 md:flex md:w-(--rail) md:flex-col md:border-r md:bg-surface">
          <Link
            to={paths.deployments()}
            className="flex h-11 items-center gap-2 rounded-sm font-semibold tracking-tight max-md:px-2.5 md:h-12 md:max-lg:justify-center lg:px-4"
          >
            <LogoMark />
            <span className="max-lg:sr-only">Shardwatch</span>
          </Link>
          {wide && <RailNavigation user={user} className="lg:mt-6" />}
          <Shortcuts user={user} />
        </div>
        <Whereabouts user={user} inAdminArea={inAdminArea} />
        <div className="ml-auto flex min-w-0 shrink-0 items-center md:gap-2">
          <Palette user={user} />
          <Feedback user={user} />
          <NotificationsBell />
          <span className="ml-1 hidden max-w-60 min-w-0 truncate text-sm text-muted md:block">
            {user.email}
          </span>
          <AccountMenu user={user} />
        </div>
      </div>
      <SessionTrouble />
      {inAdminArea && <span aria-hidden className="block h-1 bg-admin" />}
    </header>
  );
}
