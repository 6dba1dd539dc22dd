import type { User } from "@shardwatch/core/contract/user";
import { Keyboard } from "lucide-react";
import { lazy, Suspense, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { useSingleKeys } from "../lib/shortcuts.ts";
import { Button } from "../ui/Button.tsx";
import { railFor } from "./navigation.ts";

const ShortcutsDialog = lazy(() => import("./ShortcutsDialog.tsx"));

/** How long "g" waits for the second key, in milliseconds. */
const patience = 1_500;

/** "g" and a second key open a page. "?" and a button at the rail's foot show all keys. */
export default function ShortcutKeys({ user }: { user: User }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const goSince = useRef(Number.NEGATIVE_INFINITY);
  const pages = railFor(user);

  useSingleKeys((key) => {
    const goes = performance.now() - goSince.current < patience;
    goSince.current = key === "g" && !goes ? performance.now() : Number.NEGATIVE_INFINITY;
    const page = goes ? pages.find((entry) => entry.goKey === key) : undefined;
    if (page) void navigate(page.path);
    else if (key === "?") setOpen(true);
    return page !== undefined || key === "?" || key === "g";
  });

  return (
    <>
      <Button
        look="quiet"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className="m-2 mt-auto max-md:hidden lg:justify-start"
      >
        <Keyboard aria-hidden className="size-4" />
        <span className="max-lg:sr-only">Keyboard shortcuts</span>
      </Button>
      {open && (
        <Suspense>
          <ShortcutsDialog pages={pages} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
