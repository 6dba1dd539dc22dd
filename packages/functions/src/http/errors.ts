import type { ProblemBody } from "@shardwatch/core/contract/problem";
import { Problem } from "@shardwatch/core/kit/problem";
import type { Log } from "@shardwatch/core/ports/log";
import { HTTPException } from "hono/http-exception";

/**
 * Any error as a Problem. An unexpected error becomes "internal": its name and message are logged, but not
 * sent.
 */
export function problemOf(error: unknown, log: Log): Problem {
  if (error instanceof Problem) return error;
  if (error instanceof HTTPException && error.status < 500)
    return new Problem("invalid", "The request could not be read.", {
      details: [`body: ${error.message || "must be JSON"}`],
    });
  log.error("unforeseen error", { error });
  return new Problem("internal", "There has been an error and we are investigating.", { cause: error });
}

/**
 * An answer before it becomes a Response. The report function does not use Node's Response, which is slow to
 * load.
 */
export interface ProblemAnswer {
  status: number;
  headers: Record<string, string>;
  /** JSON of ProblemBody. */
  body: string;
}

/** The answer that every route gives for a Problem. */
export function problemAnswer(problem: Problem, requestId: string): ProblemAnswer {
  const { status, code, message, details, organizations, retryAfterSeconds } = problem;
  const body: ProblemBody = {
    code,
    message,
    ...(details && { details }),
    ...(organizations && { organizations }),
    requestId,
  };
  return {
    status,
    headers: {
      "content-type": "application/json",
      "cache-control": "no-store",
      ...(retryAfterSeconds !== undefined && { "retry-after": String(retryAfterSeconds) }),
    },
    body: JSON.stringify(body),
  };
}
