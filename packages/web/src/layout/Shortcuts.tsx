import type { User } from "@shardwatch/core/contract/user";
import { lazy, Suspense } from "react";
import { useIdle } from "../lib/use-idle.ts";

const ShortcutKeys = lazy(() => import("./ShortcutKeys.tsx"));

/** The single keys of the frame. Their code loads when the page is there. */
export function Shortcuts({ user }: { user: User }) {
  return (
    useIdle() && (
      <Suspense>
        <ShortcutKeys user={user} />
      </Suspense>
    )
  );
}
