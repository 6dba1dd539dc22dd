import type { User } from "@shardwatch/core/contract/people/user";
import { Fragment, Suspense } from "react";
import { useLocation } from "react-router-dom";
import { optionalPart } from "../../lib/loading/optional-part.ts";
import { isInAdminArea, isInSettings, railFor } from "./navigation.ts";
import { RailLink } from "./RailLink.tsx";

const SettingsEntries = optionalPart(() => import("./SettingsEntries.tsx"));
const AdminEntries = optionalPart(() => import("./AdminEntries.tsx"));

interface RailNavigationProps {
  user: User;
  className: string;
  /** Called when a link was chosen, before its page opens. The new page's heading takes the focus then. */
  onChosen?: () => void;
}

/** The links of the rail and of the drawer: the product's pages, or those of the admin area. */
export function RailNavigation({ user, className, onChosen }: RailNavigationProps) {
  const { pathname } = useLocation();
  return (
    <nav aria-label="Main" className={`flex flex-col gap-0.5 overflow-y-auto p-2 max-md:gap-0 ${className}`}>
      {isInAdminArea(user, pathname) ? (
        <Suspense>
          <AdminEntries onChosen={onChosen} />
        </Suspense>
      ) : (
        railFor(user).map((entry) => {
          const isOpen = isInSettings(entry.path) && isInSettings(pathname);
          return (
            <Fragment key={entry.path}>
              {/* Below it, one of its pages is marked. */}
              <RailLink {...entry} end={isOpen} onChosen={onChosen} />
              {isOpen && (
                <Suspense>
                  <SettingsEntries user={user} onChosen={onChosen} />
                </Suspense>
              )}
            </Fragment>
          );
        })
      )}
    </nav>
  );
}
