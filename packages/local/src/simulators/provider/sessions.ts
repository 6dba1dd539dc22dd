import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

interface Kept {
  key: string;
  /** Sessions begun before this time (Unix epoch in milliseconds) are over. */
  endedBefore: number;
  /** Sessions that were signed out, one by one. */
  ended: string[];
}

/** The provider's session cookie. */
export const sessionCookie = "JSESSIONID";
export const sessionSeconds = 8 * 3_600;

/**
 * Sessions as signed texts: nothing has to be stored for them to survive a restart, except the key and
 * what was ended early.
 * @param file where those are kept; in memory without it
 */
export function createSessions(now: () => number, file?: string) {
  const kept = read(file);

  function save() {
    if (!file) return;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(kept), { mode: 0o600 });
  }
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

  /** A new session of the person with that email. */
  function begin(email: string): string {
    const body = [Buffer.from(email).toString("base64url"), now(), randomBytes(9).toString("base64url")];
    const text = body.join(".");
    return `${text}.${sign(text)}`;
  }

  /** The email of the person whose session it is; undefined when it is not, or no longer, one. */
  function emailOf(session: string | undefined): string | undefined {
    const [email = "", begun = "", nonce = "", signature = ""] = session?.split(".") ?? [];
    if (!verifies([email, begun, nonce].join("."), signature)) return undefined;
    const age = now() - Number(begun);
    if (age > sessionSeconds * 1_000 || Number(begun) < kept.endedBefore) return undefined;
    return kept.ended.includes(nonce) ? undefined : Buffer.from(email, "base64url").toString();
  }

  function end(session: string | undefined) {
    const nonce = session?.split(".")[2];
    if (emailOf(session) === undefined || nonce === undefined) return;
    kept.ended.push(nonce);
    save();
  }

  function endAll() {
    kept.endedBefore = now() + 1;
    kept.ended = [];
    save();
  }

  /** The token that a session must send along in the header x-csrf-token. */
  function csrfToken(session: string): string {
    return sign(`csrf ${session}`);
  }

  return { begin, emailOf, end, endAll, csrfToken, isCsrfToken };

  function isCsrfToken(session: string, token: string): boolean {
    return verifies(`csrf ${session}`, token);
  }
}

export type Sessions = ReturnType<typeof createSessions>;

function read(file: string | undefined): Kept {
  if (file && existsSync(file)) return JSON.parse(readFileSync(file, "utf8")) as Kept;
  return { key: randomBytes(32).toString("hex"), endedBefore: 0, ended: [] };
}
