export const shortestKeyName = 5;
export const longestKeyName = 50;

/** The characters that the name of an agent API key may have. */
export const keyNameLetters = /^[A-Za-z0-9 ]*$/;

export const keyNameFaults = {
  missing: "API key name is required",
  tooShort: `API key name must be at least ${shortestKeyName} characters long`,
  tooLong: `API key name must be no more than ${longestKeyName} characters long`,
  letters: "API key name can only contain letters, numbers, and spaces",
} as const;

/**
 * The fault of a name, in the words of the API; undefined when there is none. Spaces around it do not count.
 * It repeats the schema's rules, because the schema would add its library to the web application.
 */
export function keyNameFault(text: string): string | undefined {
  const name = text.trim();
  if (name === "") return keyNameFaults.missing;
  // Counts like the schema: an emoji is one character.
  const characters = Array.from(name).length;
  if (characters < shortestKeyName) return keyNameFaults.tooShort;
  if (characters > longestKeyName) return keyNameFaults.tooLong;
  return keyNameLetters.test(name) ? undefined : keyNameFaults.letters;
}
