import { setTimeout as sleep } from "node:timers/promises";
import type { MiddlewareHandler } from "hono";
import * as z from "zod";
import {
  choiceOf,
  maintenance,
  type Moved,
  movedAnswer,
  movedSettings,
  neverAnswer,
  notMoved,
} from "../faults.ts";

/** What a person, or a test, can make the provider do: each setting with its choices, the first is the usual one. */
export const faultChoices = {
  mode: {
    normal: "Works",
    "wrong-password": "Says that every password is wrong",
    "mfa-required": "Asks for a second factor at the sign-in",
    "not-activated": "Says that the account is not activated",
    "session-gone": "Accepts the password, but knows no session",
    slow: "Answers, but late",
    hanging: "Takes the request and never answers",
    "server-error": "Answers 500",
    "rate-limited": "Answers 429",
    damaged: "Answers 200 with a page instead of JSON",
    moved: "Redirects to another address",
  },
  emails: {
    verified: "Are verified",
    unverified: "Are not verified",
    "not-told": "Are not said to be verified or not",
  },
  accounts: {
    "with-access": "One, with API access",
    several: "Three, two of them with API access",
    "access-null": "One without API access (api_access_key is null)",
    "access-missing": "One without API access (api_access_key is missing)",
    "access-empty": "One without API access (api_access_key is empty)",
    none: "None",
    failing: "The list is answered 500",
    "signed-out": "The list is answered 401",
    damaged: "One with API access, and others that are no accounts",
  },
  keyErrorShape: {
    object: "An object",
    "json-string": "A text that holds JSON",
    array: "A list of objects in an answer 200",
    "array-of-text": "A list of texts in an answer 200",
  },
  keyAnswer: { wrapped: "Inside cloudApiKey", flat: "Flat" },
  signUp: {
    works: "Works",
    refused: "Is answered 400",
    failing: "Is answered 500",
    "nonce-failing": "The nonce is answered 500",
  },
  countries: {
    works: "Are listed",
    failing: "Are answered 500",
    damaged: "Are answered 200 with a page instead of JSON",
    empty: "Are none",
    "signed-out": "Are answered 401",
  },
} as const;

type Choices = typeof faultChoices;
type Chosen = { -readonly [Name in keyof Choices]: keyof Choices[Name] };

export interface Faults extends Chosen, Moved {
  /** How late an answer comes in the mode "slow". */
  delayMs: number;
  /** The only person whose sign-in is refused in the modes that refuse one; everybody when empty. */
  email: string;
  /** The error code that the creation of a key is answered with; none when empty. */
  keyError: string;
}

/** The value of `keyError` for an error that has no code. */
export const withoutCode = "without-code";

export const noFaults: Faults = {
  mode: "normal",
  emails: "verified",
  accounts: "with-access",
  keyErrorShape: "object",
  keyAnswer: "wrapped",
  signUp: "works",
  countries: "works",
  delayMs: 5_000,
  ...notMoved,
  email: "",
  keyError: "",
};

export const faultSettings = z
  .strictObject({
    mode: choiceOf(faultChoices.mode),
    emails: choiceOf(faultChoices.emails),
    accounts: choiceOf(faultChoices.accounts),
    keyErrorShape: choiceOf(faultChoices.keyErrorShape),
    keyAnswer: choiceOf(faultChoices.keyAnswer),
    signUp: choiceOf(faultChoices.signUp),
    countries: choiceOf(faultChoices.countries),
    delayMs: z.coerce.number().int().min(0).max(600_000),
    ...movedSettings,
    email: z.string().trim().toLowerCase().max(254),
    keyError: z.string().regex(/^[\w-]{0,64}$/),
  })
  .partial();

/** Runs before every call to the provider's API and to the marketing site, and fails as configured. */
export function misbehave(faults: Faults): MiddlewareHandler {
  return async (context, next) => {
    switch (faults.mode) {
      case "normal":
      case "wrong-password":
      case "mfa-required":
      case "not-activated":
      case "session-gone":
        return await next();
      case "slow":
        await sleep(faults.delayMs);
        return await next();
      case "hanging":
        return await neverAnswer(context);
      case "server-error":
        return context.json({ errors: { status: 500, code: "internal-error" } }, 500);
      case "rate-limited":
        return context.json({ errors: { status: 429, code: "too-many-requests" } }, 429);
      case "damaged":
        return maintenance(context);
      case "moved":
        return movedAnswer(context, faults);
    }
  };
}
