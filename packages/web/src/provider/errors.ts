type Fields = Record<string, unknown>;

/** What a text holds when it is JSON, else nothing: some of the provider's envelopes are sent as text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Objects inside `errors`, whichever of the provider's three shapes it has: object, list, or a text with either. */
function entries(errors: unknown): Fields[] {
  if (typeof errors === "string") return entries(parsed(errors));
  if (Array.isArray(errors)) return errors.flatMap((each) => (typeof each === "object" ? entries(each) : []));
  return typeof errors === "object" && errors !== null ? [errors as Fields] : [];
}

/**
 * The code of a refusal by the provider, as it was sent. The code decides what happened, not the status.
 * @param body the answer's JSON; undefined when it had none
 * @returns undefined when the body tells no code
 */
export function sentCode(body: unknown): string | undefined {
  const errors = typeof body === "object" && body !== null ? (body as Fields)["errors"] : undefined;
  for (const { code, error_code: fieldCode } of entries(errors))
    for (const value of [code, fieldCode]) if (typeof value === "string" && value !== "") return value;
  return undefined;
}

/**
 * A code as our tables write it, with underscores: the provider sends `insufficient-permission` in one place and
 * `insufficient_permission` in another.
 */
export const plainCode = (code: string) => code.replaceAll("-", "_");

/** The code of a refusal as our tables write it; undefined when the body tells none. */
export function errorCode(body: unknown): string | undefined {
  const code = sentCode(body);
  return code === undefined ? undefined : plainCode(code);
}

/** What a list of errors inside a success tells, each by the code that was sent or as it stands; none when it is empty. */
export function listedErrors(body: unknown): string[] {
  const errors = typeof body === "object" && body !== null ? (body as Fields)["errors"] : undefined;
  if (!Array.isArray(errors)) return [];
  return errors.map((each: unknown) =>
    typeof each === "string" ? each : (sentCode({ errors: each }) ?? "Unknown error occurred"),
  );
}
