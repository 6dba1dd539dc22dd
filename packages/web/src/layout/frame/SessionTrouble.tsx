import { CloudOff } from "lucide-react";
import { useTrouble } from "../../session/trouble.ts";

/**
 * Says that the session could not be renewed. This signs nobody out, and explains the failures in between.
 */
export function SessionTrouble() {
  const trouble = useTrouble();
  if (!trouble) return null;
  return (
    <p
      role="status"
      className="flex items-center justify-center gap-2 border-t border-line bg-warn-soft px-4 py-1.5 text-warn"
    >
      <CloudOff aria-hidden className="size-4 shrink-0" />
      {trouble} You're still signed in.
    </p>
  );
}
