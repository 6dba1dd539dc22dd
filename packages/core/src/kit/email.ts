/** The form in which emails are compared: trimmed and in lower case. */
export const plainEmail = (email: string): string => email.trim().toLowerCase();
