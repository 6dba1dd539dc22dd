/** The form in which emails are compared: trimmed and in lower case. */
export const plainEmail = (email: string): string => email.trim().toLowerCase();

/**
 * Whether a provider's text is an email: printable ASCII without spaces. Similar letters or a truncated end must
 * not turn one email into another.
 */
export const isEmail = (text: unknown): text is string =>
  typeof text === "string" && /^[\x21-\x3f\x41-\x7e]{1,64}@[\x21-\x3f\x41-\x7e]{1,190}$/.test(text);
