import { QueryClient } from "@tanstack/react-query";
import { onSessionEnd } from "../session/session.ts";
import { ApiError } from "./errors.ts";

/** An answer below 500 will not change by asking again. */
function retry(failures: number, error: Error): boolean {
  return failures < 1 && !(error instanceof ApiError && error.status < 500);
}

export const queryClient = new QueryClient({
  defaultOptions: { queries: { retry, retryDelay: 500, staleTime: 10_000 } },
});

// What one person has seen must not be there for the next.
onSessionEnd(() => queryClient.clear());
