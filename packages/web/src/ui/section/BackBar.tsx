import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { RefreshButton } from "../form/RefreshButton.tsx";
import type { LoadState } from "../state/ErrorState.tsx";

/** Leads from a page back to the one above it. */
export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link
      to={to}
      className="touch-area inline-flex min-h-6 items-center gap-1.5 justify-self-start rounded-sm text-sm text-muted hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-4" />
      Back to {children}
    </Link>
  );
}

interface BackBarProps {
  to: string;
  /** The name of where it leads. */
  children: ReactNode;
  /** What the page shows. Undefined while there is nothing whose age could be shown. */
  query: (LoadState & { isRefetchError: boolean }) | undefined;
  /** The message when loading again has failed. */
  failure: string;
}

/** The line above the heading of one object: the way back, and the age of what is shown. */
export function BackBar({ to, children, query, failure }: BackBarProps) {
  return (
    <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-6 gap-y-2">
      <BackLink to={to}>{children}</BackLink>
      {query && (
        <RefreshButton
          updatedAt={query.dataUpdatedAt}
          onRefresh={query.refetch}
          failed={query.isRefetchError ? { title: failure, error: query.error } : undefined}
        />
      )}
    </div>
  );
}
