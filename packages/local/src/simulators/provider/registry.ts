import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import { keep } from "./keep.ts";
import { demoPassword, knownEmails, newPerson, type Person, personByEmail, plainEmail } from "./people.ts";

interface SignedUp {
  email: string;
  firstName: string;
  lastName: string;
  company: string;
  /** Salt and hash, in hex; null for somebody who signed up without a password. */
  password: string | null;
  /** What the link in the activation mail holds. */
  token: string;
  sentAt: string;
  activated: boolean;
}

export type NewPerson = Pick<SignedUp, "email" | "firstName" | "lastName" | "company"> & {
  password: string | null;
};

/** The mail that a new person activates their account with. */
export interface ActivationMail {
  to: string;
  token: string;
  sentAt: string;
  activated: boolean;
}

/** Everybody whom the provider knows: the demo people, and those who signed up. */
export function createRegistry(now: () => number, file?: string) {
  const { state, save } = keep<{ signedUp: SignedUp[] }>({ signedUp: [] }, file);
  const record = (email: string) => state.signedUp.find((one) => one.email === plainEmail(email));

  function find(email: string): Person | undefined {
    const one = record(email);
    return one ? newPerson(one) : personByEmail(email);
  }

  function hasPassword(email: string, password: string): boolean {
    const one = record(email);
    if (!one) return password === demoPassword && personByEmail(email) !== undefined;
    return one.password !== null && isHashOf(one.password, password);
  }

  /** Whether the account needs no activation mail any more. */
  const isActivated = (email: string): boolean => record(email)?.activated ?? true;

  /**
   * Keeps a new person, and sends the activation mail unless they come with a confirmed email.
   * @returns false when the email has an account in use already
   */
  function add(person: NewPerson, { confirmed = false } = {}): boolean {
    const email = plainEmail(person.email);
    if (knownEmails.includes(email) || record(email)?.activated) return false;
    state.signedUp = state.signedUp.filter((one) => one.email !== email);
    state.signedUp.push({
      ...person,
      email,
      password: person.password === null ? null : hashOf(person.password),
      token: randomBytes(16).toString("base64url"),
      sentAt: new Date(now()).toISOString(),
      activated: confirmed,
    });
    save();
    return true;
  }

  /** Whose account that link activates; undefined for a link that was never sent, or was replaced. */
  const ofLink = (token: string) =>
    state.signedUp.find((each) => each.token === token && each.password !== null);

  /** Activates the account of that link; harmless for one that was never sent, and for the second time. */
  function activate(token: string): void {
    const one = ofLink(token);
    if (!one) return;
    one.activated = true;
    save();
  }

  /** The newest first. */
  const mails = (): ActivationMail[] =>
    state.signedUp
      .filter(({ password }) => password !== null)
      .map(({ email, token, sentAt, activated }) => ({ to: email, token, sentAt, activated }))
      .toReversed();

  return { find, hasPassword, isActivated, add, ofLink, activate, mails };
}

export type Registry = ReturnType<typeof createRegistry>;

const hashBytes = 32;

function hashOf(password: string): string {
  const salt = randomBytes(16);
  return `${salt.toString("hex")}:${scryptSync(password, salt, hashBytes).toString("hex")}`;
}

function isHashOf(kept: string, password: string): boolean {
  const [salt = "", hash = ""] = kept.split(":").map((part) => Buffer.from(part, "hex"));
  return timingSafeEqual(scryptSync(password, salt, hashBytes), Buffer.from(hash));
}
