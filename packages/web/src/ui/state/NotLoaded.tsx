import { CircleX } from "lucide-react";
import { Button } from "../form/Button.tsx";
import { EmptyState } from "./EmptyState.tsx";
import { ErrorState } from "./ErrorState.tsx";

interface NotLoadedProps {
  what: "Deployments" | "Databases";
  /** Why it failed; null when the person cancelled it. */
  error: unknown;
  /** What the person can change; undefined when they can only wait. */
  advice?: string | undefined;
  onRetry: () => void;
}

/** In place of a list whose first load failed or was cancelled. */
export default function NotLoaded({ what, error, advice, onRetry }: NotLoadedProps) {
  if (error === null)
    return (
      <EmptyState
        icon={CircleX}
        title="Loading was cancelled"
        action={<Button onClick={onRetry}>Load {what.toLowerCase()}</Button>}
      />
    );
  return (
    <ErrorState
      title={`Unable to Load ${what}`}
      text={advice ?? "There has been an error and we are investigating. Please try again later."}
      error={error}
      onRetry={onRetry}
    />
  );
}
