import type { TokenScope } from "../token/scopes.ts";

/** How long a request to sign in waits for a person, and how often its program may ask, in seconds. */
export const deviceLoginTimes = { life: 600, interval: 5, slower: 10 } as const;

/** What a command line may do unless the person ticks something else. */
export const usualScopes: readonly TokenScope[] = ["read", "incidents"];

/** How long a session of a command line lasts, in days. */
export const personalSessionDays = 90;

/** How many days it works after the person's last sign-in with a browser. Another one wakes it up. */
export const personalSessionUnseenDays = 14;

/** How many of them a person may have. */
export const mostPersonalSessions = 20;

/** The letters of a code, without vowels and what looks like another one. RFC 8628, section 6.1. */
export const codeLetters = "BCDFGHJKLMNPQRSTVWXZ";
