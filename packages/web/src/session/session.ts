import { useSyncExternalStore } from "react";
import type { User } from "@shardwatch/core/contract/user";
import { rememberSession } from "./last-session.ts";
import { readStoredUser, storeUser } from "./stored-user.ts";

/** Why a session ended: the person signed out, or the provider no longer knows the session. */
export type SessionEnd = "signed-out" | "expired";

const tabs = new BroadcastChannel("shardwatch-session");
const changeListeners = new Set<() => void>();
const endListeners = new Set<(end: SessionEnd) => void>();
const moveListeners = new Set<() => void>();
let user = readStoredUser();

function write(next: User | undefined): void {
  user = next;
  storeUser(next);
  for (const listener of changeListeners) listener();
}

/** The signed-in person as this tab knows them, or undefined. */
export const currentUser = () => user;

/** Remembers who is signed in, after signing in and whenever the API has told who it is. */
export function startSession(next: User): void {
  const before = user;
  rememberSession("open");
  write(next);
  const same = before?.id === next.id && before.organization?.id === next.organization?.id;
  if (before && !same) for (const listener of moveListeners) listener();
}

/** Calls the listener whenever the signed-in person turns out to be another one, or in another organization. */
export const onMove = (listener: () => void) => void moveListeners.add(listener);

/** Forgets who is signed in and tells everybody who listens. Signing out counts for the other tabs too. */
export function endSession(end: SessionEnd): void {
  if (end === "signed-out") tabs.postMessage(end);
  finish(end);
}

function finish(end: SessionEnd): void {
  rememberSession("ended");
  write(undefined);
  for (const listener of endListeners) listener(end);
}

tabs.addEventListener("message", () => finish("signed-out"));

/** Calls the listener whenever the session ends, here or in another tab. */
export const onSessionEnd = (listener: (end: SessionEnd) => void) => void endListeners.add(listener);

function subscribe(listener: () => void): () => void {
  changeListeners.add(listener);
  return () => changeListeners.delete(listener);
}

/** The signed-in person; undefined on public pages and for the moment in which a session ends. */
export const useUser = () => useSyncExternalStore(subscribe, currentUser);
