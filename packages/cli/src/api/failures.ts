import { type HttpAnswer, WrongAnswer } from "./http.ts";

/** What became of one attempt. */
export type Outcome = HttpAnswer | Error;

/** The pauses before the second and the third attempt, where the answer names none, in milliseconds. */
const pauses = [300, 1_000];
const passing = new Set([502, 503, 504]);

/** How long to wait before another attempt, in milliseconds; undefined where that makes no sense. */
export function pauseAfter(outcome: Outcome, attempt: number): number | undefined {
  const usual = pauses[attempt];
  if (outcome instanceof WrongAnswer) return undefined;
  if (outcome instanceof Error) return usual;
  const { status, headers } = outcome;
  if (status !== 429 && !passing.has(status)) return undefined;
  const seconds = headers["retry-after"];
  // A date is another form of it, which our API does not use. At 0, nobody would ever pause.
  if (seconds === undefined || !/^[1-9]\d{0,5}$/.test(seconds)) return usual;
  return Number(seconds) * 1_000;
}

const unverified = "has a certificate that nobody has verified; see NODE_EXTRA_CA_CERTS";
const words: Readonly<Record<string, string>> = {
  ECONNREFUSED: "refused the connection",
  ENOTFOUND: "is no host that is known",
  EAI_AGAIN: "could not be resolved",
  ECONNRESET: "broke the connection off",
  ETIMEDOUT: "did not answer",
  EHOSTUNREACH: "can't be reached",
  ENETUNREACH: "can't be reached",
  CERT_HAS_EXPIRED: "has a certificate that expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "has the certificate of another host",
  DEPTH_ZERO_SELF_SIGNED_CERT: unverified,
  SELF_SIGNED_CERT_IN_CHAIN: unverified,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unverified,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unverified,
};

/** Why there is no answer: the end of a sentence that begins with the host. */
export function failureOf(error: NodeJS.ErrnoException): string {
  if (error instanceof WrongAnswer) return `gave an answer that ${error.message}`;
  // Several addresses of one host were tried.
  const [first] = error instanceof AggregateError ? (error.errors as NodeJS.ErrnoException[]) : [error];
  const code = first?.code ?? error.name;
  return words[code] ?? `could not be asked (${code})`;
}
