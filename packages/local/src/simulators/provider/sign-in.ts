import type { Faults } from "./faults.ts";
import { mfaEmail, plainEmail } from "./people.ts";
import type { Registry } from "./registry.ts";
import type { Sessions } from "./sessions.ts";

/** A refusal as the provider words it; the code decides, not the status. */
export interface Refusal {
  outcome: "refused";
  status: 400 | 401 | 403 | 429;
  code: string;
}

/** What comes of a sign-in. A challenged session is worth nothing until its second factor was given. */
export type Attempt = { outcome: "signed-in" | "challenged"; session: string } | Refusal;

const refused = (status: Refusal["status"], code: string): Refusal => ({ outcome: "refused", status, code });

const wrong = refused(401, "invalid-credentials");

/**
 * No source documents how the provider refuses a person who has not activated the account: this is a guess.
 * Nothing outside this simulator depends on it.
 */
export const notActivated = refused(401, "user-not-activated");

/** The second factor of everybody. */
export const demoCode = "123456";
/** Tries at the code of one challenge. */
const codeTries = 5;

/** Decides about sign-ins, for the API and for the pages alike. */
export function createSignIn(parts: { sessions: Sessions; registry: Registry; faults: Faults }) {
  const { sessions, registry, faults } = parts;
  const wrongCodes = new Map<string, number>();

  const isProvoked = (mode: Faults["mode"], email: string) =>
    faults.mode === mode && (faults.email === "" || faults.email === plainEmail(email));

  /** The password alone; who needs a second factor gets a challenge. */
  function withPassword(email: string, password: string): Attempt {
    const person = registry.find(email);
    if (!person || !registry.hasPassword(email, password) || isProvoked("wrong-password", email))
      return wrong;
    if (!registry.isActivated(email) || isProvoked("not-activated", email)) return notActivated;
    if (person.email === mfaEmail || isProvoked("mfa-required", email))
      return { outcome: "challenged", session: sessions.challenge(person.email) };
    return { outcome: "signed-in", session: sessions.begin(person.email) };
  }

  /** The second factor of a challenged session, which becomes a session by it. */
  function withCode(session: string, code: string): Attempt {
    const tries = wrongCodes.get(session) ?? 0;
    if (tries >= codeTries) return refused(429, "mfa-quota-exceeded");
    if (sessions.challengedEmail(session) === undefined) return wrong;
    if (code !== demoCode) {
      wrongCodes.set(session, tries + 1);
      return refused(401, "mfa-invalid-code");
    }
    sessions.confirm(session);
    return { outcome: "signed-in", session };
  }

  /** Google, GitHub or a company's own sign-in vouches for the email. */
  function withVouching(email: string): Attempt {
    const person = registry.find(email);
    if (!person) return refused(401, "user-not-found");
    if (!registry.isActivated(email) || isProvoked("not-activated", email)) return notActivated;
    return { outcome: "signed-in", session: sessions.begin(person.email) };
  }

  return { withPassword, withCode, withVouching };
}

export type SignIn = ReturnType<typeof createSignIn>;
