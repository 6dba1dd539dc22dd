import type { User } from "@shardwatch/core/contract/people/user";
import { lazy, Suspense, useEffect, useEffectEvent, useState } from "react";
import { useLocation } from "react-router-dom";
import { useMedia } from "../../lib/browser/use-media.ts";
import { optionalPart } from "../../lib/loading/optional-part.ts";
import { wideWindow } from "../../lib/browser/wide-window.ts";
import { Dialog } from "../../ui/popup/Dialog.tsx";
import { Foreign } from "../../ui/text/Foreign.tsx";
import { useMay } from "../../session/session.ts";
import { isInAdminArea, railFor } from "./navigation.ts";
import { RailHelp } from "./RailHelp.tsx";
import { RailNavigation } from "./RailNavigation.tsx";

const OrganizationButton = optionalPart(() => import("../organization/OrganizationButton.tsx"));
const ShortcutsDialog = lazy(() => import("../palette/ShortcutsDialog.tsx"));

/** The rail of a phone. It closes where the window has space for the rail. */
export default function NavigationDrawer({ user, onClose }: { user: User; onClose: () => void }) {
  const [showsKeys, setShowsKeys] = useState(false);
  const hasRail = useMedia(wideWindow);
  const { pathname } = useLocation();
  const choosesOrganization = useMay("seeEveryOrganization") && !isInAdminArea(user, pathname);
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (hasRail) close();
  }, [hasRail]);
  return (
    <Dialog title="Navigation" place="drawer" onClose={onClose}>
      {choosesOrganization && (
        <div className="border-b border-line p-2">
          <Suspense fallback={<div className="h-11" />}>
            <OrganizationButton onChosen={onClose} />
          </Suspense>
        </div>
      )}
      <RailNavigation user={user} className="grow" onChosen={onClose} />
      <RailHelp onShortcuts={() => setShowsKeys(true)} className="grid" />
      <p className="truncate border-t border-line px-4 py-3 text-sm text-muted">
        {user.organization && !choosesOrganization && <Foreign>{user.organization.name}</Foreign>}
        <span className="block truncate">{user.email}</span>
      </p>
      {showsKeys && (
        <Suspense>
          <ShortcutsDialog pages={railFor(user)} onClose={() => setShowsKeys(false)} />
        </Suspense>
      )}
    </Dialog>
  );
}
