import { ApiError } from "../lib/errors.ts";

/**
 * Whether a failed load is retried. An answer below 500 stays the same. A call that timed out must not make
 * the person wait twice as long.
 */
export function retry(failures: number, error: Error): boolean {
  const late = error instanceof DOMException && error.name === "TimeoutError";
  return failures < 1 && !late && !(error instanceof ApiError && error.status < 500);
}
