import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { keep } from "./keep.ts";

interface Kept {
  key: string;
  /** Sessions begun before this time (Unix epoch in milliseconds) are over. */
  endedBefore: number;
  /** Sessions that were signed out, one by one. */
  ended: string[];
  /** Challenged sessions whose second factor was given. */
  confirmed: string[];
}

/** The provider's session cookie. */
export const sessionCookie = "JSESSIONID";
export const sessionSeconds = 8 * 3_600;

/** Begins the nonce of a session that is worth nothing until the second factor was given. */
const challengeMark = "~";

/**
 * Sessions as signed texts: nothing has to be stored for them to survive a restart, except the key and
 * what was ended or confirmed.
 * @param file where those are kept; in memory without it
 */
export function createSessions(now: () => number, file?: string) {
  const empty = { key: randomBytes(32).toString("hex"), endedBefore: 0, ended: [], confirmed: [] };
  const { state: kept, save } = keep<Kept>(empty, file);
  save();

  function sign(text: string): string {
    return createHmac("sha256", Buffer.from(kept.key, "hex")).update(text).digest("base64url");
  }

  /** Whether `signature` is ours for `text`. */
  function verifies(text: string, signature: string): boolean {
    const wanted = Buffer.from(sign(text));
    const given = Buffer.from(signature);
    return wanted.length === given.length && timingSafeEqual(wanted, given);
  }

  function make(email: string, mark: string): string {
    const nonce = mark + randomBytes(9).toString("base64url");
    const text = [Buffer.from(email).toString("base64url"), now(), nonce].join(".");
    return `${text}.${sign(text)}`;
  }

  /** What a session of ours says, whether or not its second factor was given. */
  function open(session: string | undefined): { email: string; nonce: string } | undefined {
    const [email = "", begun = "", nonce = "", signature = ""] = session?.split(".") ?? [];
    if (!verifies([email, begun, nonce].join("."), signature)) return undefined;
    const age = now() - Number(begun);
    if (age > sessionSeconds * 1_000 || Number(begun) < kept.endedBefore) return undefined;
    if (kept.ended.includes(nonce)) return undefined;
    return { email: Buffer.from(email, "base64url").toString(), nonce };
  }

  const waits = (nonce: string) => nonce.startsWith(challengeMark) && !kept.confirmed.includes(nonce);

  /** A new session of the person with that email. */
  const begin = (email: string): string => make(email, "");

  /** A session that becomes one when its second factor was given. */
  const challenge = (email: string): string => make(email, challengeMark);

  /** The email of the person whose session it is; undefined when it is not, or not yet, or no longer, one. */
  function emailOf(session: string | undefined): string | undefined {
    const found = open(session);
    return found && !waits(found.nonce) ? found.email : undefined;
  }

  /** The email of the person whose second factor that session waits for. */
  function challengedEmail(session: string | undefined): string | undefined {
    const found = open(session);
    return found && waits(found.nonce) ? found.email : undefined;
  }

  /** The second factor was given: the same cookie is a session from now on. */
  function confirm(session: string) {
    const found = open(session);
    if (!found) return;
    kept.confirmed.push(found.nonce);
    save();
  }

  function end(session: string | undefined) {
    const found = open(session);
    if (!found) return;
    kept.ended.push(found.nonce);
    save();
  }

  function endAll() {
    kept.endedBefore = now() + 1;
    kept.ended = [];
    kept.confirmed = [];
    save();
  }

  /** The token that a session must send along in the header x-csrf-token. */
  const csrfToken = (session: string): string => sign(`csrf ${session}`);
  const isCsrfToken = (session: string, token: string): boolean => verifies(`csrf ${session}`, token);

  return { begin, challenge, emailOf, challengedEmail, confirm, end, endAll, csrfToken, isCsrfToken };
}

export type Sessions = ReturnType<typeof createSessions>;
