/** The form in which emails are compared: without spaces around it, and whatever the case. */
export const plainEmail = (email: string): string => email.trim().toLowerCase();
