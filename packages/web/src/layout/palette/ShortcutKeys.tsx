import type { User } from "@shardwatch/core/contract/people/user";
import { Suspense, useRef, useState } from "react";
import { useNavigate } from "react-router-dom";
import { optionalPart } from "../../lib/loading/optional-part.ts";
import { useSingleKeys } from "../../lib/browser/shortcuts.ts";
import { showError } from "../../lib/browser/toasts.ts";
import { useKeep } from "../../session/chosen-organization.ts";
import { railFor } from "../rail/navigation.ts";
import { RailHelp } from "../rail/RailHelp.tsx";

const ShortcutsDialog = optionalPart(
  () => import("./ShortcutsDialog.tsx"),
  (error) => showError("Failed to load the shortcuts", error),
);

/** How long "g" waits for the second key, in milliseconds. */
const patience = 1_500;

/** "g" and a second key open a page. "?" and a button at the rail's foot show all keys. The foot has the support, too. */
export default function ShortcutKeys({ user }: { user: User }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState(false);
  const goSince = useRef(Number.NEGATIVE_INFINITY);
  const pages = railFor(user);
  const keep = useKeep();

  useSingleKeys((key) => {
    const goes = performance.now() - goSince.current < patience;
    goSince.current = key === "g" && !goes ? performance.now() : Number.NEGATIVE_INFINITY;
    const page = goes ? pages.find((entry) => entry.goKey === key) : undefined;
    if (page) void navigate(keep(page.path));
    else if (key === "?") setOpen(true);
    return page !== undefined || key === "?" || key === "g";
  });

  return (
    <>
      <RailHelp onShortcuts={() => setOpen(true)} className="mt-auto hidden md:grid" />
      {open && (
        <Suspense>
          <ShortcutsDialog pages={pages} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
