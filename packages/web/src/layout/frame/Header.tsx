import { Link, useLocation } from "react-router-dom";
import type { User } from "@shardwatch/core/contract/people/user";
import { paths } from "../../lib/address/paths.ts";
import { useMedia } from "../../lib/browser/use-media.ts";
import { wideWindow } from "../../lib/browser/wide-window.ts";
import { Foreign } from "../../ui/text/Foreign.tsx";
import { DrawerButton } from "../rail/DrawerButton.tsx";
import { LogoMark } from "./Logo.tsx";
import { isInAdminArea } from "../rail/navigation.ts";
import { NotificationsBell } from "../bell/NotificationsBell.tsx";
import { Palette } from "../palette/Palette.tsx";
import { RailNavigation } from "../rail/RailNavigation.tsx";
import { optionalPart } from "../../lib/loading/optional-part.ts";
import { useIdle } from "../../lib/browser/use-idle.ts";
import { lazyModule } from "../../lib/loading/lazy-module.ts";
import { MenuButton } from "../../ui/popup/MenuButton.tsx";
import { config } from "../../lib/settings/config.ts";
import { CloudOff, MessageSquare } from "lucide-react";
import { useKeep } from "../../session/chosen-organization.ts";
import { useMay } from "../../session/session.ts";
import { useTrouble } from "../../session/trouble.ts";
import { lazy, Suspense, useState } from "react";
import { Button } from "../../ui/form/Button.tsx";

const ShortcutKeys = optionalPart(() => import("../palette/ShortcutKeys.tsx"));
// Few people choose an organization.
const OrganizationButton = optionalPart(() => import("../organization/OrganizationButton.tsx"));
const FeedbackDialog = lazy(() => import("./FeedbackDialog.tsx"));

/** The button that opens the feedback form; absent where no form is configured. */
function Feedback({ user }: { user: User }) {
  const [open, setOpen] = useState(false);
  const { feedbackFormUrl } = config();
  if (feedbackFormUrl === null) return null;
  return (
    <>
      <Button
        emphasis="quiet"
        aria-label="Feedback"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="max-lg:w-8 max-lg:px-0 max-md:w-11"
      >
        <MessageSquare aria-hidden className="size-4" />
        <span className="max-lg:hidden">Feedback</span>
      </Button>
      {open && (
        <Suspense>
          <FeedbackDialog form={feedbackFormUrl} user={user} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/**
 * Says that the session could not be renewed. This signs nobody out, and explains the failures in between.
 */
function SessionTrouble() {
  const trouble = useTrouble();
  if (!trouble) return null;
  return (
    <p
      role="status"
      className="flex items-center justify-center gap-2 border-t border-line bg-warn-soft px-4 py-1.5 text-warn"
    >
      <CloudOff aria-hidden className="size-4 shrink-0" />
      {trouble} You're still signed in.
    </p>
  );
}

const words = { local: "Local", preview: "Preview", production: undefined } as const;

/** Names the environment, unless it is production. */
function EnvironmentBanner() {
  const word = words[config().environment];
  if (!word) return null;
  return (
    <p
      role="note"
      aria-label="Environment"
      className="bg-warn-soft py-0.5 text-center text-xs font-medium text-warn"
    >
      {word}
    </p>
  );
}

const menu = lazyModule(() => import("./AccountMenuPopup.tsx"));

/** A person's initials: up to two letters. */
function initials({ firstName, lastName, email }: User): string {
  return (`${firstName.charAt(0)}${lastName.charAt(0)}` || email.charAt(0)).toUpperCase();
}

const className =
  "grid size-8 shrink-0 place-items-center rounded-full border border-line bg-sunken text-xs font-semibold text-ink hover:bg-hover data-popup-open:bg-hover max-md:size-11 max-md:border-6 max-md:border-transparent max-md:bg-clip-padding";

/** The avatar with its menu. */
function AccountMenu({ user }: { user: User }) {
  const trigger = { label: "Account menu", className, children: initials(user) };
  return (
    <MenuButton
      trigger={trigger}
      menu={menu}
      render={({ AccountMenuPopup }, openedBy) => (
        <AccountMenuPopup user={user} trigger={trigger} openedBy={openedBy} />
      )}
    />
  );
}

const whereaboutsClass = "min-w-0 lg:fixed lg:top-12 lg:left-0 lg:w-(--rail)";

/**
 * Where the person is: their organization, the one that they have chosen, or the admin area. It is in the rail where the
 * rail has names.
 */
function Whereabouts({ user, inAdminArea }: { user: User; inAdminArea: boolean }) {
  const name = user.organization?.name;
  if (useMay("seeEveryOrganization") && !inAdminArea)
    return (
      <div className={`${whereaboutsClass} lg:px-2.5`}>
        <Suspense>
          <OrganizationButton />
        </Suspense>
      </div>
    );
  return (
    <p
      title={inAdminArea ? undefined : name}
      className={`${whereaboutsClass} truncate font-medium lg:px-4.5 ${inAdminArea ? "text-admin" : ""}`}
    >
      {inAdminArea ? "Admin area" : name && <Foreign>{name}</Foreign>}
    </p>
  );
}

/** The header of every page behind the sign-in: a bar, and the rail at the left of the page. */
export function Header({ user }: { user: User }) {
  const inAdminArea = isInAdminArea(user, useLocation().pathname);
  const wide = useMedia(wideWindow);
  const keep = useKeep();
  // The code of the single keys loads when the page is there.
  const isIdle = useIdle();
  return (
    <header className="sticky top-0 z-30 border-b border-line bg-surface pl-(--rail)">
      <EnvironmentBanner />
      <div className="flex h-12 max-w-[105rem] items-center gap-1 px-1 md:gap-4 md:px-4 lg:px-6">
        {!wide && <DrawerButton user={user} />}
        <div className="border-line md:fixed md:inset-y-0 md:left-0 md:flex md:w-(--rail) md:flex-col md:border-r md:bg-surface">
          <Link
            to={keep(paths.deployments())}
            className="flex h-11 items-center gap-2 rounded-sm font-semibold tracking-tight max-md:px-2.5 md:h-12 md:max-lg:justify-center lg:px-4"
          >
            <LogoMark />
            <span className="max-lg:sr-only">Shardwatch</span>
          </Link>
          {wide && <RailNavigation user={user} className="lg:mt-6" />}
          {isIdle && (
            <Suspense>
              <ShortcutKeys user={user} />
            </Suspense>
          )}
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
