import type { User } from "@shardwatch/core/contract/people/user";
import { Suspense } from "react";
import { optionalPart } from "../../lib/loading/optional-part.ts";
import { useIdle } from "../../lib/browser/use-idle.ts";

const ShortcutKeys = optionalPart(() => import("./ShortcutKeys.tsx"));

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
