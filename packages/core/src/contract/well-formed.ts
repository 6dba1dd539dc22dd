/** For `refine`: half a surrogate pair is no text, and the storage cannot keep it. */
export const wellFormed = [(text: string) => text.isWellFormed(), "Must be valid Unicode text"] as const;
