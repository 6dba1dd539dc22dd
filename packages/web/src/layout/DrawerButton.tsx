import type { User } from "@shardwatch/core/contract/user";
import { Menu } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Button } from "../ui/Button.tsx";

const NavigationDrawer = lazy(() => import("./NavigationDrawer.tsx"));

/** Opens the drawer that has the rail's links on a phone. */
export default function DrawerButton({ user }: { user: User }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button
        look="quiet"
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
