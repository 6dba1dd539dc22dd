import { Search } from "lucide-react";
import { lazy, Suspense, useEffect, useLayoutEffect, useState } from "react";
import type { User } from "@shardwatch/core/contract/people/user";

const load = () => import("./CommandPalette.tsx");
const CommandPalette = lazy(load);
const preload = () => void load();
const keys = navigator.platform.startsWith("Mac") ? "⌘ K" : "Ctrl K";

/** Opens the command palette by Ctrl+K or Cmd+K, and by a button on wide screens. */
export function Palette({ user }: { user: User }) {
  const [open, setOpen] = useState(false);

  // Before the page is painted: a person who sees it may press the keys at once.
  useLayoutEffect(() => {
    function press(event: KeyboardEvent) {
      const wanted = event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey;
      if (!wanted || event.key.toLowerCase() !== "k") return;
      event.preventDefault();
      // One dialog at a time: an open one is closed first.
      if (document.querySelector("dialog[open]")) return;
      setOpen(true);
    }
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  useEffect(() => {
    // Loads the palette early: people who use the shortcut type on at once.
    const soon = setTimeout(preload, 1_000);
    return () => clearTimeout(soon);
  }, []);

  return (
    <>
      <button
        type="button"
        aria-keyshortcuts="Control+K Meta+K"
        aria-haspopup="dialog"
        onPointerEnter={preload}
        onFocus={preload}
        onClick={() => setOpen(true)}
        className="hidden h-8 items-center gap-2 rounded-md px-2 text-sm text-muted hover:bg-hover md:flex lg:w-44 lg:border lg:border-line lg:bg-sunken"
      >
        <Search aria-hidden className="size-3.5" />
        <span className="max-lg:sr-only">Go to…</span>
        <kbd aria-hidden className="ml-auto max-lg:hidden font-sans text-xs text-muted">
          {keys}
        </kbd>
      </button>
      {open && (
        <Suspense>
          <CommandPalette user={user} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
