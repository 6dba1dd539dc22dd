export const shortestKeyName = 5;
export const longestKeyName = 50;

/** What a name of an agent API key may be made of. */
export const keyNameLetters = /^[A-Za-z0-9 ]*$/;

export const keyNameFaults = {
  missing: "API key name is required",
  tooShort: `API key name must be at least ${shortestKeyName} characters long`,
  tooLong: `API key name must be no more than ${longestKeyName} characters long`,
  letters: "API key name can only contain letters, numbers, and spaces",
} as const;

/**
 * What is wrong with a name, in the same words as the API's; undefined when nothing is. Spaces around it do not count.
 * Written out beside the schema, which would bring its library into the web application.
 */
export function keyNameFault(text: string): string | undefined {
  const name = text.trim();
  if (name === "") return keyNameFaults.missing;
  // As the schema counts: an emoji is one character.
  const characters = Array.from(name).length;
  if (characters < shortestKeyName) return keyNameFaults.tooShort;
  if (characters > longestKeyName) return keyNameFaults.tooLong;
  return keyNameLetters.test(name) ? undefined : keyNameFaults.letters;
}
