import { CircleAlert } from "lucide-react";
import { describeError } from "../../lib/errors.ts";
import { Button } from "../form/Button.tsx";
import { Notice } from "./Notice.tsx";

interface ErrorStateProps {
  title: string;
  text: string;
  error: unknown;
  onRetry: () => void;
  asPage?: boolean;
}

/** Replaces content that failed to load: the reason, a retry, and the request ID. */
export function ErrorState({ title, text, error, onRetry, asPage = false }: ErrorStateProps) {
  const { requestId } = describeError(error);
  return (
    <Notice
      icon={CircleAlert}
      title={title}
      role="alert"
      asPage={asPage}
      action={<Button onClick={onRetry}>Retry</Button>}
    >
      <p>{text}</p>
      {requestId && <p className="mt-2 font-mono text-xs break-all text-faint">Request {requestId}</p>}
    </Notice>
  );
}

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
