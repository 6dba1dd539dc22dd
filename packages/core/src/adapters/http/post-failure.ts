/** Why a request was not made, or got no answer, in words that may be shown. */
export class PostFailure extends Error {
  readonly outcome: "refused" | "failed";

  constructor(outcome: PostFailure["outcome"], reason: string) {
    super(reason);
    this.name = "PostFailure";
    this.outcome = outcome;
  }
}

export const failed = (reason: string): PostFailure => new PostFailure("failed", reason);

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: "the receiver refused the connection",
  ECONNRESET: "the receiver closed the connection without an answer",
  EPIPE: "the receiver closed the connection without an answer",
  EHOSTUNREACH: "there is no route to the receiver",
  ENETUNREACH: "there is no route to the receiver",
  ETIMEDOUT: "the receiver did not accept the connection in time",
  HPE_HEADER_OVERFLOW: "the headers of the answer are too large",
  CERT_HAS_EXPIRED: "the receiver's certificate has expired",
  DEPTH_ZERO_SELF_SIGNED_CERT: "the receiver's certificate is not signed by a public authority",
  SELF_SIGNED_CERT_IN_CHAIN: "the receiver's certificate is not signed by a public authority",
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: "the receiver's certificate is not signed by a public authority",
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: "the receiver's certificate is not signed by a public authority",
  ERR_TLS_CERT_ALTNAME_INVALID: "the receiver's certificate is for another name",
  ENOTFOUND: "the receiver's name could not be resolved",
  ESERVFAIL: "the receiver's name could not be resolved",
  EREFUSED: "the receiver's name could not be resolved",
  ETIMEOUT: "the receiver's name could not be resolved in time",
  ECANCELLED: "the receiver's name could not be resolved in time",
};

/**
 * An error of Node as a failure. Node's messages can contain the address with its token, so only the code is used.
 */
export function toFailure(error: unknown): PostFailure {
  if (error instanceof PostFailure) return error;
  const { code = "" } = error as NodeJS.ErrnoException;
  if (reasons[code] !== undefined) return failed(reasons[code]);
  if (code.startsWith("HPE_")) return failed("the answer is not HTTP");
  if (/^(EPROTO|ERR_SSL_)/.test(code)) return failed("the receiver does not speak TLS as it should");
  return failed(/^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? `no answer (${code})` : "no answer");
}
