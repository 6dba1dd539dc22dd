import { cleanText } from "@shardwatch/core/kit/foreign-text";

/** What every shell takes as it is. zsh replaces a word that begins with an equals sign. */
const plain = /^[\w./:,@%+-][\w./:,=@%+-]*$/;

/**
 * A text as one word of a POSIX shell, whatever it holds. Invisible characters are left out: a terminal could obey them
 * when they are pasted.
 */
export function shellWord(text: string): string {
  const seen = cleanText(text);
  return plain.test(seen) ? seen : `'${seen.replaceAll("'", String.raw`'\''`)}'`;
}

/** A command of the command line, with these words. */
export const commandOf = (name: string, ...words: readonly string[]): string =>
  ["shardwatch", name, ...words.map(shellWord)].join(" ");
