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
