import { describeError } from "../../lib/errors.ts";
import { ErrorState } from "./ErrorState.tsx";

/** How the last load of a query went, and how to load again. */
export interface LoadState {
  error: unknown;
  isLoadingError: boolean;
  /** Unix epoch in milliseconds. */
  dataUpdatedAt: number;
  refetch: () => Promise<unknown>;
}

export interface LoadFailureProps {
  query: LoadState;
  /** The headline of the failure. */
  title: string;
  /** Replaces the server's reason. */
  text?: string | undefined;
  /** Shown where the server gave no reason. */
  advice?: string | undefined;
}

/** In place of content whose first load failed. */
export function LoadFailure({
  query: { error, refetch },
  title,
  advice = "Please check your connection and try again.",
  text = describeError(error, title).detail ?? advice,
}: LoadFailureProps) {
  return <ErrorState title={title} text={text} error={error} onRetry={() => void refetch()} />;
}
