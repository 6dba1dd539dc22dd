import { ApiError, serverText, silence } from "./errors.ts";

/** Whose fault a failed load is, as far as the browser knows. */
export function faultOf(error: unknown): string {
  if (error instanceof ApiError)
    return error.status >= 500 ? "Shardwatch had an error." : (serverText(error) ?? "Shardwatch refused it.");
  const silent = silence(error);
  return silent === undefined
    ? "This page had an error."
    : `${silent} The fault is between this browser and Shardwatch.`;
}
