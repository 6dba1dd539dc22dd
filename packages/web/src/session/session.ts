import { may, type Right } from "@shardwatch/core/contract/people/roles";
import type { User } from "@shardwatch/core/contract/people/user";
import { personChanged, type SessionEnd, sessionEnded } from "../lib/browser/session-events.ts";
import { sharedValue } from "../lib/shared-value.ts";
import { rememberSession } from "./last-session.ts";
import { readStoredUser, storeUser } from "./stored-user.ts";

const tabs = new BroadcastChannel("shardwatch-session");
const user = sharedValue(readStoredUser());

function write(next: User | undefined): void {
  user.set(next);
  storeUser(next);
}

/** The signed-in person in this tab, or undefined. */
export const currentUser = user.get;

/** Stores the user, after signing in and after each answer about the user. */
export function startSession(next: User): void {
  const before = user.get();
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

/** The signed-in person; undefined on public pages and for a moment while a session ends. */
export const useUser = user.use;

/** Whether the signed-in person has a right, outside of a component. */
export const currentUserMay = (right: Right): boolean => may(currentUser()?.roles ?? [], right);

/** Whether the signed-in person has a right. */
export const useMay = (right: Right): boolean => may(useUser()?.roles ?? [], right);
