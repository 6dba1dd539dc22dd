type Fields = Record<string, unknown>;

/** The JSON in a text, else undefined: some of the provider's envelopes are texts. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The objects inside `errors`. The provider has three shapes: object, list, or a text with either. */
function entries(errors: unknown): Fields[] {
  if (typeof errors === "string") return entries(parsed(errors));
  if (Array.isArray(errors)) return errors.flatMap((each) => (typeof each === "object" ? entries(each) : []));
  return typeof errors === "object" && errors !== null ? [errors as Fields] : [];
}

/**
 * The provider's error code, as it was sent. The code decides, not the status.
 * @param body the answer's JSON; undefined when it had none
 * @returns undefined when the body has no code
 */
export function sentCode(body: unknown): string | undefined {
  const errors = typeof body === "object" && body !== null ? (body as Fields)["errors"] : undefined;
  for (const { code, error_code: fieldCode } of entries(errors))
    for (const value of [code, fieldCode]) if (typeof value === "string" && value !== "") return value;
  return undefined;
}

/**
 * A code in the form of our tables, with underscores: the provider sends both `insufficient-permission` and
 * `insufficient_permission`.
 */
export const plainCode = (code: string) => code.replaceAll("-", "_");

/** The error code in the form of our tables; undefined when the body has none. */
export function errorCode(body: unknown): string | undefined {
  const code = sentCode(body);
  return code === undefined ? undefined : plainCode(code);
}

/** The errors inside a success: each by its code, else by its text. An empty list has none. */
export function listedErrors(body: unknown): string[] {
  const errors = typeof body === "object" && body !== null ? (body as Fields)["errors"] : undefined;
  if (!Array.isArray(errors)) return [];
  return errors.map((each: unknown) =>
    typeof each === "string" ? each : (sentCode({ errors: each }) ?? "Unknown error occurred"),
  );
}
