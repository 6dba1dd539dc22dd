import type { ProblemBody } from "@shardwatch/core/contract/problem";
import { exit, type ExitCode, Failure } from "../exit.ts";

/** The API answered that it does not do what it was asked for. */
export class Refusal extends Failure {
  readonly status: number;
  /** Such as TOKEN_SCOPE; "" where the answer had none. */
  readonly code: string;

  constructor(status: number, body: Partial<Record<keyof ProblemBody, unknown>>) {
    const { code, message, details, requestId, organizations } = body;
    const listed = Array.isArray(details) ? details.filter((one) => typeof one === "string") : [];
    const chosen = Array.isArray(organizations) ? ["It is in several organizations."] : [];
    const quoted = typeof requestId === "string" && status >= 500 ? [`Request ID: ${requestId}`] : [];
    const said = typeof message === "string" ? message : `The API answered ${status}.`;
    super(exitOf(status, code), said, [...listed.slice(0, 20), ...chosen, ...quoted]);
    this.status = status;
    this.code = typeof code === "string" ? code : "";
  }
}

/** A token that may not be used from here is refused as a whole. One that lacks a scope is not. */
function exitOf(status: number, code: unknown): ExitCode {
  if (status === 401 || code === "TOKEN_NETWORK") return exit.signedOut;
  return status === 429 || status >= 500 ? exit.trouble : exit.refused;
}
