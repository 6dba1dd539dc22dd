import { LoaderCircle } from "lucide-react";
import { Button } from "../../ui/Button.tsx";

interface LoadProgressProps {
  /** Whether more rows load, or failed to load. Nothing is shown when all are there. */
  state: "all" | "loading" | "failed";
  onRetry: () => void;
}

/** Says that the list is not complete yet. */
export function LoadProgress({ state, onRetry }: LoadProgressProps) {
  if (state === "loading")
    return (
      <span className="inline-flex items-center gap-1.5">
        <LoaderCircle aria-hidden className="size-3.5 motion-safe:animate-spin" />
        loading more…
      </span>
    );
  if (state === "failed")
    return (
      <span role="alert" className="inline-flex items-center gap-2 text-warn">
        Couldn't load the rest.
        <Button onClick={onRetry}>Retry</Button>
      </span>
    );
  return null;
}
