import { QueryClient } from "@tanstack/react-query";
import { personChanged, sessionEnded } from "../lib/session-events.ts";
import { forgetAnswers } from "./head-start.ts";
import { retry } from "./retry.ts";

export const queryClient = new QueryClient({
  // A browser that believes to be offline must ask too: waiting for a network in silence looks like loading.
  defaultOptions: { queries: { retry, retryDelay: 500, staleTime: 10_000, networkMode: "always" } },
});

// What one person has seen must not be there for the next.
sessionEnded.listen(() => {
  forgetAnswers();
  queryClient.clear();
});

// Neither may anybody see what belongs to the organization that they have left.
personChanged.listen(() => void queryClient.resetQueries());
