import { QueryClient } from "@tanstack/react-query";
import { personChanged, sessionEnded } from "../lib/browser/session-events.ts";
import { ApiError } from "../lib/errors.ts";
import { forgetAnswers } from "./head-start.ts";

/**
 * Whether a failed load is retried. An answer below 500 stays the same. A call that timed out must not make
 * the person wait twice as long.
 */
export function retry(failures: number, error: Error): boolean {
  const late = error instanceof DOMException && error.name === "TimeoutError";
  return failures < 1 && !late && !(error instanceof ApiError && error.status < 500);
}

export const queryClient = new QueryClient({
  // Load even when the browser reports that it is offline: a query that waits silently looks like loading.
  defaultOptions: { queries: { retry, retryDelay: 500, staleTime: 10_000, networkMode: "always" } },
});

// Clear one person's data before the next person signs in.
sessionEnded.listen(() => {
  forgetAnswers();
  queryClient.clear();
});

// Clear the data of an organization that the person has left.
personChanged.listen(() => void queryClient.resetQueries());
