import type { User } from "@shardwatch/core/contract/user";
import { useEffect, useEffectEvent } from "react";
import { useMedia } from "../lib/use-media.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Foreign } from "../ui/Foreign.tsx";
import { RailNavigation } from "./RailNavigation.tsx";

/** The rail of a phone. It closes where the window has space for the rail. */
export default function NavigationDrawer({ user, onClose }: { user: User; onClose: () => void }) {
  const hasRail = useMedia("(width >= 48rem)");
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (hasRail) close();
  }, [hasRail]);
  return (
    <Dialog title="Navigation" place="drawer" onClose={onClose}>
      <RailNavigation user={user} className="grow" onChosen={onClose} />
      <p className="truncate border-t border-line px-4 py-3 text-sm text-muted">
        {user.organization && <Foreign>{user.organization.name}</Foreign>}
        <span className="block truncate">{user.email}</span>
      </p>
    </Dialog>
  );
}
