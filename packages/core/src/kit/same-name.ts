/** A name as names are compared: those that differ only in case, or in how a character is encoded, are the same. */
export const comparable = (name: string): string => name.normalize("NFKC").toLowerCase();
