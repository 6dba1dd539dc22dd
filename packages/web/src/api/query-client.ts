import { QueryClient } from "@tanstack/react-query";
import { personChanged, sessionEnded } from "../lib/browser/session-events.ts";
import { forgetAnswers } from "./head-start.ts";
import { retry } from "./retry.ts";

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
