import { useSyncExternalStore } from "react";
import { describeError, type ErrorText, errorText } from "./errors.ts";
import { sessionEnded } from "./session-events.ts";

export interface Toast extends ErrorText {
  id: number;
  tone: "success" | "error";
  /** When it was shown; Unix epoch in milliseconds. */
  at: number;
}

/** How long a success stands, in milliseconds; an error stands until it is closed. */
export const successDuration = 3_000;
/** What is gone from the screen can be read again, this many back. */
const mostRecent = 20;

interface Messages {
  shown: readonly Toast[];
  recent: readonly Toast[];
}

let messages: Messages = { shown: [], recent: [] };
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: Partial<Messages>): void {
  messages = { ...messages, ...next };
  for (const listener of listeners) listener();
}

function show(tone: Toast["tone"], text: ErrorText): void {
  lastId += 1;
  const toast = { ...text, tone, id: lastId, at: Date.now() };
  change({ shown: [...messages.shown, toast], recent: [toast, ...messages.recent].slice(0, mostRecent) });
}

/** Says that something has been done; for actions outside a form. */
export const showSuccess = (headline: string) => show("success", errorText(headline));

/** Says that an action outside a form has failed, with the server's own words below the headline. */
export const showError = (headline: string, error?: unknown) =>
  show("error", error === undefined ? errorText(headline) : describeError(error, headline));

/** Takes a message from the screen; it stays among the recent ones. */
export const dismiss = (id: number) => change({ shown: messages.shown.filter((toast) => toast.id !== id) });

// The next person does not see the messages of this one.
sessionEnded.listen(() => change({ shown: [], recent: [] }));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The messages on the screen, and the recent ones with the newest first. */
export const useMessages = () => useSyncExternalStore(subscribe, () => messages);
