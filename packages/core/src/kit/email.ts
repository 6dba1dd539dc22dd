/** The form in which emails are compared: trimmed and in lower case. */
export const plainEmail = (email: string): string => email.trim().toLowerCase();

/**
 * Printable ASCII without spaces. Similar letters or a truncated end must not turn one email into another: the sign of
 * Kelvin in lower case is a "k".
 */
export const emailForm = /^[\x21-\x3f\x41-\x7e]{1,64}@[\x21-\x3f\x41-\x7e]{1,190}$/;

/** Whether a text, such as a provider's, is an email. */
export const isEmail = (text: unknown): text is string => typeof text === "string" && emailForm.test(text);
