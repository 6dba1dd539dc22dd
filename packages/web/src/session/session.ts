import { useSyncExternalStore } from "react";
import type { User } from "@shardwatch/core/contract/people/user";
import { personChanged, type SessionEnd, sessionEnded } from "../lib/browser/session-events.ts";
import { rememberSession } from "./last-session.ts";
import { readStoredUser, storeUser } from "./stored-user.ts";

const tabs = new BroadcastChannel("shardwatch-session");
const listeners = new Set<() => void>();
let user = readStoredUser();

function write(next: User | undefined): void {
  user = next;
  storeUser(next);
  for (const listener of listeners) listener();
}

/** The signed-in person in this tab, or undefined. */
export const currentUser = () => user;

/** Stores the user, after signing in and after each answer about the user. */
export function startSession(next: User): void {
  const before = user;
  rememberSession("open");
  write(next);
  const same = before?.id === next.id && before.organization?.id === next.organization?.id;
  if (before && !same) personChanged.announce();
}

/** Clears the user and announces the end of the session. Signing out also ends it in other tabs. */
export function endSession(end: SessionEnd): void {
  if (end === "signed-out") tabs.postMessage(end);
  finish(end);
}

function finish(end: SessionEnd): void {
  rememberSession("ended");
  write(undefined);
  sessionEnded.announce(end);
}

tabs.addEventListener("message", () => finish("signed-out"));

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The signed-in person; undefined on public pages and for a moment while a session ends. */
export const useUser = () => useSyncExternalStore(subscribe, currentUser);
