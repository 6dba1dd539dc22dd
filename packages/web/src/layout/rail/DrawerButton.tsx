import type { User } from "@shardwatch/core/contract/people/user";
import { Menu } from "lucide-react";
import { Suspense, useState } from "react";
import { optionalPart } from "../../lib/loading/optional-part.ts";
import { showError } from "../../lib/browser/toasts.ts";
import { Button } from "../../ui/form/Button.tsx";

const NavigationDrawer = optionalPart(
  () => import("./NavigationDrawer.tsx"),
  (error) => showError("Failed to load the navigation", error),
);

/** Opens the drawer that has the rail's links on a phone. */
export function DrawerButton({ user }: { user: User }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        emphasis="quiet"
        size="icon"
        aria-label="Navigation"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <Menu aria-hidden className="size-5" />
      </Button>
      {open && (
        <Suspense>
          <NavigationDrawer user={user} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
