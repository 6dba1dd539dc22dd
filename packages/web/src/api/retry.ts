import { ApiError } from "../lib/errors.ts";

/**
 * Whether a load is tried a second time. An answer below 500 will not change by asking again, and a call that has
 * used up its time must not make the person wait twice as long.
 */
export function retry(failures: number, error: Error): boolean {
  const late = error instanceof DOMException && error.name === "TimeoutError";
  return failures < 1 && !late && !(error instanceof ApiError && error.status < 500);
}
