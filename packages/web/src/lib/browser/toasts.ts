import { describeError, type ErrorText, errorText } from "../errors.ts";
import { sharedValue } from "../shared-value.ts";
import { sessionEnded } from "./session-events.ts";

export interface Toast extends ErrorText {
  id: number;
  tone: "success" | "error";
  /** When it was shown; Unix epoch in milliseconds. */
  at: number;
}

/** How long a success is shown, in milliseconds. An error stays until it is closed. */
export const successDuration = 3_000;
/** The number of recent messages to keep. */
const mostRecent = 20;

interface Messages {
  shown: readonly Toast[];
  recent: readonly Toast[];
}

const messages = sharedValue<Messages>({ shown: [], recent: [] });
let lastId = 0;

function show(tone: Toast["tone"], text: ErrorText): void {
  lastId += 1;
  const toast = { ...text, tone, id: lastId, at: Date.now() };
  const { shown, recent } = messages.get();
  messages.set({ shown: [...shown, toast], recent: [toast, ...recent].slice(0, mostRecent) });
}

/** Shows that an action outside a form succeeded. */
export const showSuccess = (headline: string) => show("success", errorText(headline));

/** Shows that an action outside a form failed, with the server's message below the headline. */
export const showError = (headline: string, error?: unknown) =>
  show("error", error === undefined ? errorText(headline) : describeError(error, headline));

/** Removes a message from the screen. It stays among the recent ones. */
export function dismiss(id: number): void {
  const { shown, recent } = messages.get();
  messages.set({ shown: shown.filter((toast) => toast.id !== id), recent });
}

// The next person must not see these messages.
sessionEnded.listen(() => messages.set({ shown: [], recent: [] }));

/** The visible messages, and the recent ones with the newest first. */
export const useMessages = messages.use;
