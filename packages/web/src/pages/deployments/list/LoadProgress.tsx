import { LoaderCircle } from "lucide-react";
import { Button } from "../../../ui/form/Button.tsx";

interface LoadProgressProps {
  /** Whether the next rows failed to load. Otherwise they are on their way. */
  hasFailed: boolean;
  onRetry: () => void;
}

/** Says that the list is not complete yet. */
export default function LoadProgress({ hasFailed, onRetry }: LoadProgressProps) {
  if (hasFailed)
    return (
      <span role="alert" className="inline-flex items-center gap-2 text-warn">
        Couldn't load the rest.
        <Button onClick={onRetry}>Retry</Button>
      </span>
    );
  return (
    <span className="inline-flex items-center gap-1.5">
      <LoaderCircle aria-hidden className="size-3.5 motion-safe:animate-spin" />
      loading more…
    </span>
  );
}
