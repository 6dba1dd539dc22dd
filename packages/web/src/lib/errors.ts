/** An answer of the API that is not a success. `body` is what it sent, if it was JSON. */
export class ApiError extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    super(`The request failed with status ${status}`);
    this.name = "ApiError";
    this.status = status;
    this.body = body;
  }
}

/** What a person reads of a failure. */
export interface ErrorText {
  headline: string;
  /** The server's own words, when the headline is a call's fallback. */
  detail: string | undefined;
  /** What to quote when asking for help. */
  requestId: string | undefined;
}

/** A sentence of ours as such a text. */
export const errorText = (headline: string): ErrorText => ({
  headline,
  detail: undefined,
  requestId: undefined,
});

const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);

function fieldsOf(error: unknown): Record<string, unknown> {
  const body = error instanceof ApiError ? error.body : undefined;
  return typeof body === "object" && body !== null ? (body as Record<string, unknown>) : {};
}

function serverText(error: unknown): string | undefined {
  const { message, error: short, details } = fieldsOf(error);
  const joined = Array.isArray(details) ? details.join(", ") : details;
  return text(message) ?? text(short) ?? text(joined);
}

/** What browsers call it when a server cannot be reached: Chromium, Safari, Firefox. */
const unreachable = /^(Failed to fetch|Load failed|NetworkError when attempting to fetch resource\.)$/;

/** What it means when there was no answer at all. */
function silence(error: unknown): string | undefined {
  if (error instanceof DOMException && error.name === "TimeoutError")
    return "The server did not answer in time.";
  if (error instanceof TypeError && unreachable.test(error.message)) return "The server cannot be reached.";
  return undefined;
}

/** An error of our own names the API's error as its cause, and the API's error names the request. */
function requestIdOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return text(fieldsOf(error)["requestId"]) ?? text(fieldsOf(cause)["requestId"]);
}

/**
 * What to show a person for anything that was thrown. A call's fallback is the headline, and the server's
 * message stands below it, or that there was no answer; without a fallback the server's message is the headline, then
 * the error's own.
 */
export function describeError(error: unknown, fallback?: string): ErrorText {
  const server = serverText(error);
  const own = error instanceof Error ? text(error.message) : undefined;
  return {
    headline: fallback ?? server ?? own ?? "An unexpected error occurred",
    detail: fallback === undefined ? undefined : (server ?? silence(error)),
    requestId: requestIdOf(error),
  };
}

/** What the API says is wrong, one sentence for each fault, each starting with the field's name. */
export function faultsOf(error: unknown): string[] {
  const { details } = fieldsOf(error);
  return Array.isArray(details) ? details.filter((detail) => typeof detail === "string") : [];
}

/** The organizations to choose from, when the API says that several have a deployment of the id. */
export function choicesOf(error: unknown): { id: string; name: string }[] {
  const { organizations } = fieldsOf(error);
  return Array.isArray(organizations) ? organizations.filter(isChoice) : [];
}

const isChoice = (value: unknown): value is { id: string; name: string } =>
  typeof value === "object" &&
  value !== null &&
  "id" in value &&
  "name" in value &&
  typeof value.id === "string" &&
  typeof value.name === "string";

/** Whether the API says that the thing does not exist, or not for this person. */
export const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Whether the API asks to wait: its message says until when. */
export const isTooMany = (error: unknown) => error instanceof ApiError && error.status === 429;
