import { Info } from "lucide-react";
import { isLoopback } from "../../../sources/setup/loopback.ts";

/** Says that agents elsewhere can't report, where the API's address is one of this machine. */
export function OnlyHere({ api }: { api: string }) {
  if (!isLoopback(api)) return null;
  return (
    <p className="mb-6 flex items-start gap-2 text-muted">
      <Info aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0 break-words">
        Agents on other machines can&rsquo;t reach {api}. For them, run the server with PUBLIC_URL set to an
        address that they reach.
      </span>
    </p>
  );
}
