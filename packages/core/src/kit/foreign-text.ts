/*
 * Makes text from other people and machines safe to show. It removes invisible characters that change how
 * other characters look. An escape sequence rewrites a terminal. U+202E reverses the rest of a line. U+200B
 * makes two different names look equal.
 */

/**
 * Invisible characters: controls, surrogates, line separators, and code points that Unicode marks as
 * ignorable.
 */
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
/**
 * A letter, or a mark on one, of a script whose letters join. In such a script a joiner is part of the
 * spelling.
 */
const joining = (more = "") => String.raw`(?![\p{Cf}\p{DI}])[${letters}${more}]`;

/** Invisible characters that are kept at these positions. */
const belonging = [
  // Families and flags: several emoji joined into one.
  String.raw`(?<=\p{Extended_Pictographic}\p{Emoji_Modifier}?\ufe0f?)\u200d(?=\p{Extended_Pictographic})`,
  // Persian, and the scripts of India.
  String.raw`(?<=${joining(String.raw`\p{Mn}`)})[\u200c\u200d](?=${joining()})`,
  // A variation selector chooses the form of the character before it. Where a selector means nothing, it can hide a byte:
  // there are 256. An emoji has two forms, and a digit has the form of a keycap.
  String.raw`(?<=\p{Extended_Pictographic})[\ufe0e\ufe0f]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  // Names in Japan and China are written in forms of their own.
  String.raw`(?<=\p{Script=Han})[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
].join("|");

const pattern = new RegExp(`${belonging}|(${unseen})`, "gu");
const suspect = new RegExp(unseen, "u");
const plain = /^[\x20-\x7e]*$/;
/** Nearly every text is clean. This test does not look at neighbouring characters. */
const isSurelyClean = (text: string) => plain.test(text) || !suspect.test(text);
const lineBreaks = /[\t\n\v\f\r\u0085\u2028\u2029]/;

/** The text without invisible characters. A line break or a tab becomes a blank, so that words stay apart. */
export function cleanText(text: string): string {
  if (isSurelyClean(text)) return text;
  return text.replace(pattern, (found, bad: string | undefined) => {
    if (bad === undefined) return found;
    return lineBreaks.test(bad) ? " " : "";
  });
}

/** The same for a text of several lines; line ends stay. */
export function cleanLines(text: string): string {
  return plain.test(text)
    ? text
    : text
        .split(/\r\n|\n/)
        .map(cleanText)
        .join("\n");
}

/** The same for every text inside a JSON text. The JSON is parsed only when something must be cleaned. */
export function cleanJson(json: string): string {
  const escaped = /\\[^"\\/]/.test(json);
  if (!escaped && unseenIn(json) === undefined) return json;
  const clean = (_: string, value: unknown) => (typeof value === "string" ? cleanText(value) : value);
  return JSON.stringify(JSON.parse(json, clean));
}

/** The first character that `cleanText` would remove, as "U+202E"; undefined when there is none. */
export function unseenIn(text: string): string | undefined {
  if (isSurelyClean(text)) return undefined;
  for (const [, bad] of text.matchAll(pattern))
    if (bad !== undefined)
      return `U+${(bad.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  return undefined;
}

/** Blanks that Unicode classifies as symbols: the empty Braille pattern, and the null notehead. */
const blanks = /[\u2800\u{1d159}]/gu;

/** Whether any character of a text is visible. An accent without a base character does not count. */
export function isVisible(text: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(
    cleanText(text)
      .replace(blanks, "")
      .replace(/\p{DI}/gu, ""),
  );
}

/**
 * A name from another machine, on one line and of at most `limit` UTF-16 units; "" when nothing of it is
 * visible.
 */
export function foreignName(text: string, limit: number): string {
  const name = foreignText(text.trim(), limit).trim();
  return isVisible(name) ? name : "";
}

/**
 * Text from another machine that is safe in a terminal, a log and a report. It has one line, at most `limit`
 * UTF-16 units and no invisible characters. "" when nothing is left.
 */
export function foreignText(text: string, limit: number): string {
  return cleanText(text.slice(0, limit));
}
