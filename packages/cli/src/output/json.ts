/**
 * Characters that change how a terminal draws others. In JSON, each can be written by its number: the text is the
 * same.
 */
const unseen = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const escaped = (found: string): string =>
  [...Array(found.length).keys()]
    .map((index) => `\\u${found.charCodeAt(index).toString(16).padStart(4, "0")}`)
    .join("");

/** A value as JSON that no terminal obeys. */
export const jsonText = (value: unknown, indent?: number): string =>
  (JSON.stringify(value, undefined, indent) ?? "null").replace(unseen, escaped);
