/** An answer of the API that is not a success. `body` is its JSON, if it had any. */
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

/** The text that a person sees for a failure. */
export interface ErrorText {
  headline: string;
  /** The server's own message, when the headline is a call's fallback. */
  detail: string | undefined;
  /** The request ID for support. */
  requestId: string | undefined;
}

/** Turns a sentence of ours into such a text. */
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

/** The server's own message. */
export function serverText(error: unknown): string | undefined {
  const { message, error: short, details } = fieldsOf(error);
  const joined = Array.isArray(details) ? details.join(", ") : details;
  return text(message) ?? text(short) ?? text(joined);
}

/** The browsers' messages for an unreachable server: Chromium, Safari, Firefox. */
const unreachable = /^(Failed to fetch|Load failed|NetworkError when attempting to fetch resource\.)$/;

/** The message when no answer arrived. */
export function silence(error: unknown): string | undefined {
  if (error instanceof DOMException && error.name === "TimeoutError")
    return "The server didn't answer in time.";
  if (error instanceof TypeError && unreachable.test(error.message)) return "Can't reach the server.";
  return undefined;
}

/** An error of ours has the API's error as its cause, which holds the request ID. */
function requestIdOf(error: unknown): string | undefined {
  const cause = error instanceof Error ? error.cause : undefined;
  return text(fieldsOf(error)["requestId"]) ?? text(fieldsOf(cause)["requestId"]);
}

/**
 * The text for a thrown value. With a fallback, the fallback is the headline. The server's message, or that
 * no answer came, is below it. Without a fallback, the headline is the server's message, or that no answer came,
 * else the error's own.
 */
export function describeError(error: unknown, fallback?: string): ErrorText {
  const said = serverText(error) ?? silence(error);
  const own = error instanceof Error ? text(error.message) : undefined;
  return {
    headline: fallback ?? said ?? own ?? "An unexpected error occurred",
    detail: fallback === undefined ? undefined : said,
    requestId: requestIdOf(error),
  };
}

/** The faults that the API found: one sentence for each, starting with the field's name. */
export function faultsOf(error: unknown): string[] {
  const { details } = fieldsOf(error);
  return Array.isArray(details) ? details.filter((detail) => typeof detail === "string") : [];
}

/**
 * The same by field, for a form: "Address must be …". Undefined unless each of them is about a field of these labels.
 */
export function faultsByField(
  error: unknown,
  labels: Readonly<Record<string, string | undefined>>,
): Record<string, string> | undefined {
  const faults = faultsOf(error).flatMap((fault) => {
    const [, name = "", said = ""] = /^(\w+): ([^]+)$/.exec(fault) ?? [];
    const label = labels[name];
    return label === undefined ? [] : [[name, `${label} ${said}`] as const];
  });
  const areAll = faults.length > 0 && faults.length === faultsOf(error).length;
  return areAll ? Object.fromEntries(faults) : undefined;
}

/** The organizations to choose from, when several have a deployment with this id. */
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

/** The API's code for a refusal, such as "LINK_USED". */
export const codeOf = (error: unknown): string | undefined => text(fieldsOf(error)["code"]);

/** Whether the API answered "not found". It also does so for objects that the person may not see. */
export const isNotFound = (error: unknown) => error instanceof ApiError && error.status === 404;

/** Whether somebody else has changed the object since it was read. */
export const isOutdated = (error: unknown) => error instanceof ApiError && error.status === 412;

/** Whether the API asks to wait. Its message says until when. */
export const isTooMany = (error: unknown) => error instanceof ApiError && error.status === 429;
