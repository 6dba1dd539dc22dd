import * as z from "zod";
import { choiceOf, type Moved, movedSettings, notMoved } from "../faults.ts";

/** What can go wrong with a call, as a person reads it on the control page. */
export const faults = {
  works: "Works",
  revoked: "401: the keys were deleted",
  denied: "403: the role, or the allow list",
  off: "412: this part of the API is switched off",
  throttled: "429 without Retry-After",
  "throttled-briefly": "429 with Retry-After: 1, every other time",
  "server-error": "500 with Spring's error",
  unavailable: "503 without a body",
  slow: "Answers, but late",
  hanging: "Takes the call and never answers",
  endless: "Sends without end",
  half: "Ends in the middle of the answer",
  page: "200 with a proxy's page",
  moved: "Redirects to another address",
  "other-json": "200 with JSON of somebody else",
  "other-account": "200 about another account",
  "damaged-entries": "200 with entries that mean nothing among the others",
  "monstrous-texts": "200 with names that no storage takes, and more regions than there are",
} as const;
export type Fault = keyof typeof faults;

/** The calls that can fail on their own. */
export const calls = ["account", "flexible", "fixed", "databases"] as const;
export type Call = (typeof calls)[number];

/** What is in every account, and what goes wrong. */
export interface CloudState extends Moved {
  /** Pro subscriptions, and databases of each. */
  flexible: number;
  databases: number;
  /** Essentials subscriptions, with one database each. */
  fixed: number;
  /** Ids of subscriptions that were deleted. */
  deleted: string[];
  /** Calls that an account's key may make in a minute. */
  perMinute: number;
  delayMs: number;
  /** The only account that misbehaves; all of them when empty. */
  account: string;
  faults: Record<Call, Fault>;
  /** How many calls there were, for measurements. */
  asked: number;
  /** The same of each kind since the last change of settings, for faults that come and go. */
  turns: Record<Call, number>;
}

export const noTurns = () => ({ account: 0, flexible: 0, fixed: 0, databases: 0 });

export const usualState = (): CloudState => ({
  flexible: 3,
  databases: 4,
  fixed: 2,
  deleted: [],
  perMinute: 400,
  delayMs: 3_000,
  ...notMoved,
  account: "",
  faults: { account: "works", flexible: "works", fixed: "works", databases: "works" },
  asked: 0,
  turns: noTurns(),
});

const fault = choiceOf(faults);
const count = (most: number) => z.coerce.number().int().min(0).max(most);

/** What can be set from outside; `every` sets the fault of all calls. */
export const cloudSettings = z
  .strictObject({
    flexible: count(1_000),
    databases: count(5_000),
    fixed: count(1_000),
    deleted: z.array(z.string().regex(/^\d{1,10}$/)),
    perMinute: count(100_000),
    delayMs: count(600_000),
    ...movedSettings,
    account: z.string().regex(/^\d{0,20}$/),
    every: fault,
    faults: z.partialRecord(z.enum(calls), fault),
    asked: count(0),
  })
  .partial();
