/*
 * Text that somebody else wrote, as it may be shown: without characters that nobody sees and that change what others
 * look like. An escape sequence rewrites a terminal, U+202E turns the rest of a line around, and U+200B makes two
 * equal names out of different ones.
 */

/** What is not seen: controls, halves of a character, line separators, and what Unicode says to ignore. */
const unseen = String.raw`[\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`;

const scripts = ["Arab", "Syrc", "Mong", "Deva", "Beng", "Guru", "Gujr", "Orya"].concat([
  "Taml",
  "Telu",
  "Knda",
  "Mlym",
  "Sinh",
  "Khmr",
  "Mymr",
]);
const letters = scripts.map((script) => String.raw`\p{Script=${script}}`).join("");
/** A letter, or a mark on one, of a script whose letters join: there a joiner is part of the spelling. */
const joining = (more = "") => String.raw`(?![\p{Cf}\p{DI}])[${letters}${more}]`;

/** Characters that are not seen, and yet belong where they stand. */
const belonging = [
  // Families and flags: one emoji out of several.
  String.raw`(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)\u200d(?=\p{Extended_Pictographic})`,
  // Persian, and the scripts of India.
  String.raw`(?<=${joining(String.raw`\p{Mn}`)})[\u200c\u200d](?=${joining()})`,
  // One variation selector chooses how the character before it looks; more of them can hide a message.
  String.raw`(?<=[\p{L}\p{N}\p{P}\p{S}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
].join("|");

const pattern = new RegExp(`${belonging}|(${unseen})`, "gu");
const suspect = new RegExp(unseen, "u");
const plain = /^[\x20-\x7e]*$/;
/** Nearly every text is: told without a look at what stands beside each character. */
const isSurelyClean = (text: string) => plain.test(text) || !suspect.test(text);
const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]/;

/** The text without what is not seen; a line break or a tab becomes a blank, so that words stay apart. */
export function cleanText(text: string): string {
  if (isSurelyClean(text)) return text;
  return text.replace(pattern, (found, bad: string | undefined) => {
    if (bad === undefined) return found;
    return lineBreaks.test(bad) ? " " : "";
  });
}

/** The same for text of several lines: their ends stay. */
export function cleanLines(text: string): string {
  return plain.test(text)
    ? text
    : text
        .split(/\r\n|\n/)
        .map(cleanText)
        .join("\n");
}

/** The same for every text in a JSON text, which is read only when there is something to clean. */
export function cleanJson(json: string): string {
  const escaped = /\\[^"\\/]/.test(json);
  if (!escaped && unseenIn(json) === undefined) return json;
  const clean = (_: string, value: unknown) => (typeof value === "string" ? cleanText(value) : value);
  return JSON.stringify(JSON.parse(json, clean));
}

/** The first character that `cleanText` would take away, as "U+202E"; undefined when there is none. */
export function unseenIn(text: string): string | undefined {
  if (isSurelyClean(text)) return undefined;
  for (const [, bad] of text.matchAll(pattern))
    if (bad !== undefined)
      return `U+${(bad.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  return undefined;
}

/** Blanks that Unicode counts among the symbols: Braille without dots, and a note without a head. */
const blanks = /[\u2800\u{1d159}]/gu;

/** Whether anything of a text can be seen. An accent alone has nothing to stand on. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(
    cleanText(text)
      .replace(blanks, "")
      .replace(/\p{DI}/gu, ""),
  );
}

/** A name that another machine gave, on one line and of at most `limit` UTF-16 units; "" when nothing of it is seen. */
export function foreignName(text: string, limit: number): string {
  const name = foreignText(text.trim(), limit).trim();
  return isVisible(name) ? name : "";
}

/**
 * Text that another machine sent, fit for a terminal, a log and a report: on one line, at most `limit` UTF-16 units, and
 * without what is not seen. "" when nothing is left.
 */
export function foreignText(text: string, limit: number): string {
  return cleanText(text.slice(0, limit));
}
